// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_metric.h"
#include "metric/text/chrf.h"

namespace assay {

extern const MetricInfo kMetric_chrf;

namespace {

constexpr std::size_t kOrders = 6;

constexpr metric::CountedScore kScore{
    .width = 3 * kOrders,
    .count = [](const std::string& answer, metric::References references, std::span<double> into) {
      const auto counts = metric::CountChrf(answer, references, {});
      for (std::size_t i = 0; i < kOrders; ++i) {
        into[3 * i] = static_cast<double>(counts[i].output);
        into[3 * i + 1] = static_cast<double>(counts[i].reference);
        into[3 * i + 2] = static_cast<double>(counts[i].both);
      }
    },
    .score = [](std::span<const double> sums) {
      std::vector<metric::ChrfCount> counts(kOrders);
      const auto whole = [&](std::size_t i) { return static_cast<std::uint64_t>(sums[i]); };
      for (std::size_t i = 0; i < kOrders; ++i) counts[i] = {whole(3 * i), whole(3 * i + 1), whole(3 * i + 2)};
      return std::optional(metric::ChrfScore(counts, {}));
    },
};

std::string Signature(std::size_t references) {
  return metric::SignatureOf(metric::ChrfSignature({}, references), references);
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::ScoreOverAnswers(kMetric_chrf, input, metric::Asks::kReference, kScore, &Signature);
}

}  // namespace

const MetricInfo kMetric_chrf{
    .name = "chrf",
    .title = "chrF",
    .unit = Unit::kNumber,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "chrF of the whole set, 0 to 100: F-measure, recall counting twice, of character sequences of up to six characters. The note is the signature.",
    .source = "Popović, WMT 2015; sacrebleu 2.6.0 defaults",
    .compute = &Compute,
};

}  // namespace assay
