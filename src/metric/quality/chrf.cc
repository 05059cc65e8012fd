// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/chrf.h"
#include "metric/text/counted_scores.h"

namespace assay {

extern const MetricInfo kMetric_chrf;

namespace {

std::string Signature(std::size_t references) {
  return metric::SignatureOf(metric::ChrfSignature({}, references), references);
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::ScoreOverAnswers(kMetric_chrf, input, metric::Asks::kReference, metric::kChrfScore, &Signature);
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
