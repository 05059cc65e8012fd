// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/text/answer_metric.h"

namespace assay {

extern const MetricInfo kMetric_rouge_l_stemmed;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeanOverAnswers(kMetric_rouge_l_stemmed, input, metric::Asks::kReference,
                                 &metric::BestRouge<metric::RougeKind::kL, metric::Stemming::kPorter>, "without a right answer",
                                 metric::kWithoutRougeWords);
}

}  // namespace

const MetricInfo kMetric_rouge_l_stemmed{
    .name = "rouge_l_stemmed",
    .title = "ROUGE-L with Porter stemmer",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kText),
    .definition = "Mean over answers of the F-measure of the longest common subsequence of words, with Porter stemmer; only a-z and 0-9 make words. Of several references the best counts.",
    .source = "rouge-score 0.1.2, use_stemmer=True; mean as of its scores one by one",
    .compute = &Compute,
};

}  // namespace assay
