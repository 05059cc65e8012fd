// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_metric.h"

namespace assay {

extern const MetricInfo kMetric_exact_match;

namespace {

std::optional<double> Score(const std::string& answer, metric::References references) {
  for (const std::string& right : references) {
    if (answer == right) return 1;
  }
  return 0;
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeanOverAnswers(kMetric_exact_match, input, metric::Asks::kReference, &Score);
}

}  // namespace

const MetricInfo kMetric_exact_match{
    .name = "exact_match",
    .title = "exact match",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Share of answers that equal a right answer byte by byte.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
