// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/bleu.h"
#include "metric/text/counted_scores.h"

namespace assay {

extern const MetricInfo kMetric_bleu;

namespace {

std::string Signature(std::size_t references) {
  return metric::SignatureOf(metric::BleuSignature({}, references), references);
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::ScoreOverAnswers(kMetric_bleu, input, metric::Asks::kReference, metric::kBleuScore, &Signature);
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
