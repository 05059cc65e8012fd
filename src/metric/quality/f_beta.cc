// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_f_beta;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(kMetric_f_beta, input, [](const metric::ConfusionMatrix& matrix, const MetricInput&) {
    Measurements all{metric::Blank(kMetric_f_beta)};
    for (const auto& [part, beta] : {std::pair{"0_5", 0.5}, {"1", 1.0}, {"2", 2.0}}) {
      all.push_back(metric::PartOf(kMetric_f_beta, part, Unit::kShare, Better::kHigher));
      all.back().value = metric::FBeta(matrix, beta);
    }
    all.front().value = all.back().value;
    for (Measurement& measurement : all) {
      measurement.n = matrix.all().cases;
      if (!measurement.value) measurement.note = "no positive, and no case was flagged";
    }
    return all;
  });
}

}  // namespace

const MetricInfo kMetric_f_beta{
    .name = "f_beta",
    .title = "F-beta",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "(1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP): recall weighs b times as much as precision. The value is b = 2; parts f_beta.0_5, f_beta.1, f_beta.2.",
    .source = "scikit-learn 1.9.1 fbeta_score",
    .compute = &Compute,
};

}  // namespace assay
