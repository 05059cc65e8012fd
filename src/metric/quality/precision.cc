// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/proportion.h"

namespace assay {

extern const MetricInfo kMetric_precision;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(kMetric_precision, input, [](const metric::ConfusionMatrix& matrix, const MetricInput& in) {
    return Measurements{metric::Proportion(kMetric_precision, matrix.tp, matrix.flagged(), in.quality->unscored, in.level,
                                           "no case was flagged")};
  });
}

}  // namespace

const MetricInfo kMetric_precision{
    .name = "precision",
    .title = "precision",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Share of the flagged cases that are positive: TP / (TP + FP), at the base rate of the cases scored.",
    .source = "scikit-learn 1.9.1 precision_score",
    .compute = &Compute,
};

}  // namespace assay
