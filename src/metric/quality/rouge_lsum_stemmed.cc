// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_metric.h"

namespace assay {

extern const MetricInfo kMetric_rouge_lsum_stemmed;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeanOverAnswers(kMetric_rouge_lsum_stemmed, input, metric::Asks::kReference,
                                 &metric::BestRouge<metric::RougeKind::kLsum, metric::Stemming::kPorter>, "without a right answer",
                                 metric::kWithoutRougeWords);
}

}  // namespace

const MetricInfo kMetric_rouge_lsum_stemmed{
    .name = "rouge_lsum_stemmed",
    .title = "ROUGE-Lsum with Porter stemmer",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Mean over answers of the F-measure of longest common subsequences line by line (lines are parted by a newline, not by sentence ends), with Porter stemmer; only a-z and 0-9 make words. Of several references the best counts.",
    .source = "rouge-score 0.1.2, use_stemmer=True; mean as of its scores one by one",
    .compute = &Compute,
};

}  // namespace assay
