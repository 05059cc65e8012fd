// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/counted_scores.h"
#include "metric/text/ter.h"

namespace assay {

extern const MetricInfo kMetric_ter;

namespace {

std::string Signature(std::size_t references) {
  return metric::SignatureOf(metric::TerSignature({}, references), references);
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::ScoreOverAnswers(kMetric_ter, input, metric::Asks::kReference, metric::kTerScore, &Signature);
}

}  // namespace

const MetricInfo kMetric_ter{
    .name = "ter",
    .title = "translation edit rate",
    .unit = Unit::kNumber,
    .better = Better::kLower,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "TER of the whole set, x 100: edits per reference word, moving a run of words being one edit; may exceed 100. The note is the signature.",
    .source = "Snover et al., AMTA 2006; sacrebleu 2.6.0 defaults",
    .compute = &Compute,
};

}  // namespace assay
