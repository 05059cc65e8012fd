// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_f1;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(kMetric_f1, input, [](const metric::ConfusionMatrix& matrix, const MetricInput&) {
    const auto value = metric::FBeta(matrix, 1);
    if (!value) return Measurements{metric::Undefined(kMetric_f1, "no positive, and no case was flagged")};
    Measurement measurement = metric::Blank(kMetric_f1);
    measurement.value = value;
    measurement.n = matrix.all().cases;
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_f1{
    .name = "f1",
    .title = "F1",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Harmonic mean of precision and recall: 2 TP / (2 TP + FN + FP).",
    .source = "scikit-learn 1.9.1 f1_score",
    .compute = &Compute,
};

}  // namespace assay
