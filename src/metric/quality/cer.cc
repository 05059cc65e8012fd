// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/edit_rate.h"

namespace assay {

extern const MetricInfo kMetric_cer;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::ScoreOverAnswers(kMetric_cer, input, metric::Asks::kReference,
                                  metric::kEditRate<metric::CountCharacterErrors>, nullptr);
}

}  // namespace

const MetricInfo kMetric_cer{
    .name = "cer",
    .title = "character error rate",
    .unit = Unit::kShare,
    .better = Better::kLower,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Edits (substituted, deleted, inserted characters) per reference character, over the whole set; may exceed 1. Without any reference character the number of insertions. Of several references the one with the fewest edits counts. Texts are taken as they are: case and punctuation count.",
    .source = "jiwer 4.0.0 process_characters with its default transform",
    .compute = &Compute,
};

}  // namespace assay
