// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_form.h"
#include "metric/text/answer_metric.h"

namespace assay {

extern const MetricInfo kMetric_exact_match_letter;

namespace {

std::optional<double> Score(const std::string& answer, metric::References references) {
  const auto given = metric::ChoiceLetter(answer);
  bool any = false;
  for (const std::string& reference : references) {
    const auto right = metric::ChoiceLetter(reference);
    any = any || right.has_value();
    if (right && right == given) return 1;
  }
  if (!any) return std::nullopt;
  return 0;
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeanOverAnswers(kMetric_exact_match_letter, input, metric::Asks::kReference, &Score, "without a letter as the right answer");
}

}  // namespace

const MetricInfo kMetric_exact_match_letter{
    .name = "exact_match_letter",
    .title = "exact match of the chosen letter",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Share of answers that choose a right letter: the letter after the last \"answer\" or \"answer is\", else one that opens the text by itself, else the last one in round brackets. An answer that names no letter is wrong; cases whose right answers name none are left out.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
