// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_metric.h"
#include "metric/text/squad.h"

namespace assay {

extern const MetricInfo kMetric_squad_em;

namespace {

std::optional<double> Score(const std::string& answer, metric::References references) {
  const auto score = metric::ScoreAnswer(answer, references);
  if (!score) return std::nullopt;
  return score->exact ? 1.0 : 0.0;
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeanOverAnswers(kMetric_squad_em, input, metric::Asks::kReference, &Score, "without a right answer",
                                 {&metric::IsExactWithoutPoint, "exact only because the point of a number is taken out"});
}

}  // namespace

const MetricInfo kMetric_squad_em{
    .name = "squad_em",
    .title = "SQuAD exact match",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Share of answers that equal a right one, both in lower case without ASCII punctuation, articles (a, an, the) and extra blanks; version 1.1; questions without a right answer are left out.",
    .source = "SQuAD evaluate-v1.1.py",
    .compute = &Compute,
};

}  // namespace assay
