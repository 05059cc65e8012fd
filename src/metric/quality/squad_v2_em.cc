// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_metric.h"
#include "metric/text/squad.h"

namespace assay {

extern const MetricInfo kMetric_squad_v2_em;

namespace {

std::optional<double> Score(const std::string& answer, metric::References references) {
  const metric::AnswerScore score = metric::ScoreAnswerOrNone(answer, references);
  return score.exact ? 1.0 : 0.0;
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeanOverAnswers(kMetric_squad_v2_em, input, metric::Asks::kAll, &Score, "without a right answer",
                                 {&metric::IsExactWithoutPoint, "exact only because the point of a number is taken out"});
}

}  // namespace

const MetricInfo kMetric_squad_v2_em{
    .name = "squad_v2_em",
    .title = "SQuAD 2.0 exact match",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Share of answers that equal a right one, both in lower case without ASCII punctuation, articles (a, an, the) and extra blanks; version 2.0: where the question has no right answer (or only empty ones), an answer without words is right and any other wrong.",
    .source = "SQuAD evaluate-v2.0.py",
    .compute = &Compute,
};

}  // namespace assay
