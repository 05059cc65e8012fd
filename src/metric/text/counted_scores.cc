// SPDX-License-Identifier: Apache-2.0
#include "metric/text/counted_scores.h"

#include "metric/text/bleu.h"
#include "metric/text/chrf.h"
#include "metric/text/edit_rate.h"
#include "metric/text/ter.h"

namespace assay::metric {
namespace {

constexpr std::size_t kChrfOrders = 6;

BleuCounts BleuCountsOf(std::span<const double> sums) {
  BleuCounts counts;
  const auto whole = [&](std::size_t i) { return static_cast<std::uint64_t>(sums[i]); };
  for (std::size_t i = 0; i < 4; ++i) counts.correct[i] = whole(i), counts.total[i] = whole(4 + i);
  counts.output_words = whole(8), counts.reference_words = whole(9);
  return counts;
}

}  // namespace

const CountedScore kBleuScore{
    .width = 10,
    .count = [](const std::string& answer, References references, std::span<double> into) {
      const BleuCounts counts = CountBleu(answer, references, {});
      for (std::size_t i = 0; i < 4; ++i) {
        into[i] = static_cast<double>(counts.correct[i]);
        into[4 + i] = static_cast<double>(counts.total[i]);
      }
      into[8] = static_cast<double>(counts.output_words);
      into[9] = static_cast<double>(counts.reference_words);
    },
    .score = [](std::span<const double> sums) { return std::optional(BleuScore(BleuCountsOf(sums), {})); },
};

const CountedScore kChrfScore{
    .width = 3 * kChrfOrders,
    .count = [](const std::string& answer, References references, std::span<double> into) {
      const auto counts = CountChrf(answer, references, {});
      for (std::size_t i = 0; i < kChrfOrders; ++i) {
        into[3 * i] = static_cast<double>(counts[i].output);
        into[3 * i + 1] = static_cast<double>(counts[i].reference);
        into[3 * i + 2] = static_cast<double>(counts[i].both);
      }
    },
    .score = [](std::span<const double> sums) {
      std::vector<ChrfCount> counts(kChrfOrders);
      const auto whole = [&](std::size_t i) { return static_cast<std::uint64_t>(sums[i]); };
      for (std::size_t i = 0; i < kChrfOrders; ++i) counts[i] = {whole(3 * i), whole(3 * i + 1), whole(3 * i + 2)};
      return std::optional(ChrfScore(counts, {}));
    },
};

const CountedScore kTerScore{
    .width = 2,
    .count = [](const std::string& answer, References references, std::span<double> into) {
      const TerCounts counts = CountTer(answer, references, {});
      into[0] = counts.edits;
      into[1] = counts.reference_words;
    },
    .score = [](std::span<const double> sums) {
      return std::optional(TerScore({.edits = sums[0], .reference_words = sums[1]}));
    },
};

const CountedScore* FindCountedScore(std::string_view metric) {
  if (metric == "bleu") return &kBleuScore;
  if (metric == "chrf") return &kChrfScore;
  if (metric == "ter") return &kTerScore;
  if (metric == "wer") return &kEditRate<CountWordErrors>;
  if (metric == "cer") return &kEditRate<CountCharacterErrors>;
  return nullptr;
}

}  // namespace assay::metric
