// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_metric.h"
#include "text/unicode.h"

namespace assay {

extern const MetricInfo kMetric_output_characters;

namespace {

constexpr metric::CountedScore kScore{
    .width = 2,
    .count = [](const std::string& answer, metric::References, std::span<double> into) {
      into[0] = static_cast<double>(text::DecodeUtf8(answer).size());
      into[1] = 1;
    },
    .score = [](std::span<const double> sums) { return std::optional(sums[0] / sums[1]); },
};

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::ScoreOverAnswers(kMetric_output_characters, input, metric::Asks::kAll, kScore, nullptr);
}

}  // namespace

const MetricInfo kMetric_output_characters{
    .name = "output_characters",
    .title = "mean length of answers in characters",
    .unit = Unit::kNumber,
    .better = Better::kNeither,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Mean number of characters (code points) of an answer; an answer of no characters counts as 0.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
