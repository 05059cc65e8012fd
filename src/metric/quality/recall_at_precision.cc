// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_recall_at_precision;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_recall_at_precision, input, [](const metric::RankCurve& curve, const MetricInput& in) {
    if (!in.quality->min_precision) {
      return Measurements{metric::Undefined(kMetric_recall_at_precision, "no required precision is stated")};
    }
    if (!(curve.positives > 0)) return Measurements{metric::Undefined(kMetric_recall_at_precision, "no positive")};
    Measurements all{metric::Blank(kMetric_recall_at_precision),
                     metric::PartOf(kMetric_recall_at_precision, "precision", Unit::kShare, Better::kHigher),
                     metric::PartOf(kMetric_recall_at_precision, "threshold", Unit::kNumber, Better::kNeither)};
    for (Measurement& measurement : all) measurement.n = curve.cases;
    const auto point = metric::RecallAtPrecision(curve, *in.quality->min_precision);
    char text[96];
    std::snprintf(text, sizeof text, point ? "precision at least %.4g, descriptive" : "no threshold reaches precision %.4g",
                  *in.quality->min_precision);
    all.front().value = point ? point->recall : 0;  // flagging nobody is all that is left
    all.front().note = text;
    if (!point) {
      all[1].note = all[2].note = text;
      return all;
    }
    all[1].value = point->precision;
    all[2].value = point->threshold;
    return all;
  }, metric::Thresholds::kAtPositives);
}

}  // namespace

const MetricInfo kMetric_recall_at_precision{
    .name = "recall_at_precision",
    .title = "recall at precision",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition = "Highest recall of any threshold whose precision on these cases reaches the required one; ties by precision, then threshold. Descriptive: the threshold was picked by these labels, so it certifies nothing. Parts .precision and .threshold.",
    .source = "scikit-learn 1.9.1 precision_recall_curve; rule of torchmetrics 1.9.0",
    .compute = &Compute,
};

}  // namespace assay
