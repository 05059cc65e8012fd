// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "metric/rank/roc_curve.h"

namespace assay {

extern const MetricInfo kMetric_roc_auc_partial;

namespace {

using metric::Measurements;

constexpr double kMaxFalsePositiveRate = 0.1;

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput&) {
  const MetricInfo& info = kMetric_roc_auc_partial;
  const auto value = metric::RocAucPartial(curve, kMaxFalsePositiveRate);
  if (!value) return {metric::Undefined(info, curve.positives > 0 ? "no negative" : "no positive")};
  Measurement measurement = metric::Blank(info);
  measurement.value = value;
  measurement.n = curve.cases;
  measurement.note = "false positive rate up to 0.1; scores without information have 0.5";
  return {measurement};
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_roc_auc_partial, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_roc_auc_partial{
    .name = "roc_auc_partial",
    .title = "partial ROC-AUC",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "Area under the ROC curve where at most 0.1 of the negatives are flagged, scaled so that "
        "scores without information have 0.5 and perfect ones 1. Undefined without a positive or a "
        "negative.",
    .source =
        "McClish, Med. Decis. Making 9 (1989) 190-195; scikit-learn 1.9.1 "
        "roc_auc_score(max_fpr=0.1)",
    .compute = &Compute,
};

}  // namespace assay
