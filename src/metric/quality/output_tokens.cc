// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/item_scores.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_output_tokens;

namespace {

std::optional<double> MeanTokens(std::span<const double> sums) { return sums[0] / sums[1]; }

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  using metric::Undefined;
  if (input.text == nullptr) return std::vector{Undefined(kMetric_output_tokens, "no answers in words")};
  const TextColumns& text = *input.text;
  if (text.tokens.empty()) return std::vector{Undefined(kMetric_output_tokens, "the number of tokens isn't known")};
  metric::Items items;
  items.rows.width = 2;
  items.unscored = text.unscored;
  items.group.assign(text.question.begin(), text.question.end());
  for (const double tokens : text.tokens) items.rows.values.insert(items.rows.values.end(), {tokens, 1.0});
  ASSAY_TRY(mean, metric::OfTotals(metric::Blank(kMetric_output_tokens), items, &MeanTokens, input));
  return std::vector{std::move(mean)};
}

}  // namespace

const MetricInfo kMetric_output_tokens{
    .name = "output_tokens",
    .title = "mean length of answers in tokens",
    .unit = Unit::kNumber,
    .better = Better::kNeither,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Mean number of tokens of an answer, as its system counted them.",
    .source = "definition; MLPerf bounds it for language models (tokens per sample)",
    .compute = &Compute,
};

}  // namespace assay
