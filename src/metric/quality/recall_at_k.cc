// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/retrieval/ranking_metric.h"

namespace assay {

extern const MetricInfo kMetric_recall_at_k;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::RankingAtK(kMetric_recall_at_k, input, &metric::RecallAt);
}

}  // namespace

const MetricInfo kMetric_recall_at_k{
    .name = "recall_at_k",
    .title = "recall at k",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kRankings),
    .definition = "Mean over queries of the share of the relevant documents that stand among the first k. k is 10 unless --k says otherwise. Queries without a relevant document are left out.",
    .source = "trec_eval recall",
    .compute = &Compute,
};

}  // namespace assay
