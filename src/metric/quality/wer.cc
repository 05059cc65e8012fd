// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_metric.h"
#include "metric/text/word_errors.h"

namespace assay {

extern const MetricInfo kMetric_wer;

namespace {

constexpr metric::CountedScore kScore{
    .width = 2,
    .count = [](const std::string& answer, metric::References references, std::span<double> into) {
      bool first = true;
      for (const std::string& reference : references) {
        const auto errors = metric::CountWordErrors(std::span(&reference, 1), std::span(&answer, 1));
        const auto edits = static_cast<double>(errors->edits.edits());
        if (!first && edits >= into[0]) continue;
        first = false;
        into[0] = edits;
        into[1] = static_cast<double>(errors->reference_words);
      }
    },
    // Without reference words all edits are insertions.
    .score = [](std::span<const double> sums) { return std::optional(sums[1] > 0 ? sums[0] / sums[1] : sums[0]); },
};

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::ScoreOverAnswers(kMetric_wer, input, metric::Asks::kReference, kScore, nullptr);
}

}  // namespace

const MetricInfo kMetric_wer{
    .name = "wer",
    .title = "word error rate",
    .unit = Unit::kShare,
    .better = Better::kLower,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Edits (substituted, deleted, inserted words) per reference word, over the whole set; may exceed 1. Without any reference word the number of insertions. Of several references the one with the fewest edits counts. Texts are taken as they are: case and punctuation count.",
    .source = "jiwer 4.0.0 process_words with its default transform",
    .compute = &Compute,
};

}  // namespace assay
