// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_metric.h"
#include "metric/text/bleu.h"

namespace assay {

extern const MetricInfo kMetric_bleu;

namespace {

metric::BleuCounts CountsOf(std::span<const double> sums) {
  metric::BleuCounts counts;
  const auto whole = [&](std::size_t i) { return static_cast<std::uint64_t>(sums[i]); };
  for (std::size_t i = 0; i < 4; ++i) counts.correct[i] = whole(i), counts.total[i] = whole(4 + i);
  counts.output_words = whole(8), counts.reference_words = whole(9);
  return counts;
}

constexpr metric::CountedScore kScore{
    .width = 10,
    .count = [](const std::string& answer, metric::References references, std::span<double> into) {
      const metric::BleuCounts counts = metric::CountBleu(answer, references, {});
      for (std::size_t i = 0; i < 4; ++i) {
        into[i] = static_cast<double>(counts.correct[i]);
        into[4 + i] = static_cast<double>(counts.total[i]);
      }
      into[8] = static_cast<double>(counts.output_words);
      into[9] = static_cast<double>(counts.reference_words);
    },
    .score = [](std::span<const double> sums) { return std::optional(metric::BleuScore(CountsOf(sums), {})); },
};

std::string Signature(std::size_t references) {
  return metric::SignatureOf(metric::BleuSignature({}, references), references);
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::ScoreOverAnswers(kMetric_bleu, input, metric::Asks::kReference, kScore, &Signature);
}

}  // namespace

const MetricInfo kMetric_bleu{
    .name = "bleu",
    .title = "BLEU",
    .unit = Unit::kNumber,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "BLEU of the whole set, 0 to 100: word sequences of up to four words that the references have too, times a penalty for short output. The note is the signature; only values of one signature compare.",
    .source = "Papineni et al., ACL 2002; sacrebleu 2.6.0 defaults",
    .compute = &Compute,
};

}  // namespace assay
