// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "metric/rank/delong.h"

namespace assay {

extern const MetricInfo kMetric_roc_auc;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_roc_auc, input, [](const metric::RankCurve& curve, const MetricInput& in) {
    Measurement measurement = metric::Blank(kMetric_roc_auc);
    measurement.value = metric::RocAuc(curve);
    measurement.n = curve.cases;
    measurement.interval = metric::RocAucInterval(curve, in.level);
    if (!measurement.value) measurement.note = curve.positives > 0 ? "no negative" : "no positive";
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_roc_auc{
    .name = "roc_auc",
    .title = "ROC-AUC",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition = "Probability that a random positive has a higher score than a random negative, ties counting one half.",
    .source = "scikit-learn 1.9.1 roc_auc_score; interval: DeLong 1988 on the logit scale (approximate)",
    .compute = &Compute,
};

}  // namespace assay
