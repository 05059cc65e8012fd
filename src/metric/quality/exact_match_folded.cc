// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_form.h"
#include "metric/text/answer_metric.h"

namespace assay {

extern const MetricInfo kMetric_exact_match_folded;

namespace {

std::optional<double> Score(const std::string& answer, metric::References references) {
  const std::string given = metric::FoldedAnswer(answer);
  for (const std::string& right : references) {
    if (given == metric::FoldedAnswer(right)) return 1;
  }
  return 0;
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeanOverAnswers(kMetric_exact_match_folded, input, metric::Asks::kReference, &Score);
}

}  // namespace

const MetricInfo kMetric_exact_match_folded{
    .name = "exact_match_folded",
    .title = "exact match, spelling folded",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Share of answers that equal a right answer after both are put in lower case, ASCII punctuation is taken out and runs of white space are one blank; articles stay.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
