// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_balanced_accuracy;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(kMetric_balanced_accuracy, input, [](const metric::ConfusionMatrix& matrix, const MetricInput&) {
    const auto value = metric::BalancedAccuracy(matrix);
    if (!value) return Measurements{metric::Undefined(kMetric_balanced_accuracy, matrix.positives().cases == 0 ? "no positive" : "no negative")};
    Measurement measurement = metric::Blank(kMetric_balanced_accuracy);
    measurement.value = value;
    measurement.n = matrix.all().cases;
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_balanced_accuracy{
    .name = "balanced_accuracy",
    .title = "balanced accuracy",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Mean of recall and specificity: what accuracy would be at a base rate of one half.",
    .source = "scikit-learn 1.9.1 balanced_accuracy_score",
    .compute = &Compute,
};

}  // namespace assay
