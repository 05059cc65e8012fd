// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_form.h"
#include "metric/text/answer_metric.h"

namespace assay {

extern const MetricInfo kMetric_exact_match_number;

namespace {

std::optional<double> Score(const std::string& answer, metric::References references) {
  const auto given = metric::LastNumber(answer);
  bool any = false;
  for (const std::string& reference : references) {
    const auto right = metric::LastNumber(reference);
    any = any || right.has_value();
    if (right && right == given) return 1;
  }
  if (!any) return std::nullopt;
  return 0;
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeanOverAnswers(kMetric_exact_match_number, input, metric::Asks::kReference, &Score, "without a number as the right answer");
}

}  // namespace

const MetricInfo kMetric_exact_match_number{
    .name = "exact_match_number",
    .title = "exact match of the last number",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Share of answers whose last number is the last number of a right answer, as values: 1,200.50 is 1200.5. An answer without a number is wrong; cases whose right answers hold no number are left out.",
    .source = "definition; the last number as GSM8K answers are read",
    .compute = &Compute,
};

}  // namespace assay
