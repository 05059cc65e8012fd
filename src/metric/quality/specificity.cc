// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/proportion.h"

namespace assay {

extern const MetricInfo kMetric_specificity;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(kMetric_specificity, input, [](const metric::ConfusionMatrix& matrix, const MetricInput& in) {
    return Measurements{metric::Proportion(kMetric_specificity, matrix.tn, matrix.negatives(), in.quality->unscored, in.level,
                                           "no negative")};
  });
}

}  // namespace

const MetricInfo kMetric_specificity{
    .name = "specificity",
    .title = "specificity",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Share of the negative cases that were not flagged: TN / (TN + FP).",
    .source = "Altman, Bland, BMJ 308 (1994) 1552",
    .compute = &Compute,
};

}  // namespace assay
