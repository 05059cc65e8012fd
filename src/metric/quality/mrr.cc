// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/retrieval/ranking_metric.h"

namespace assay {

extern const MetricInfo kMetric_mrr;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::RankingMean(kMetric_mrr, input, &metric::ReciprocalRank);
}

}  // namespace

const MetricInfo kMetric_mrr{
    .name = "mrr",
    .title = "mean reciprocal rank",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kRankings),
    .definition = "Mean over queries of 1 / place of the first relevant document; 0 where none was retrieved. Queries without a relevant document are left out.",
    .source = "trec_eval recip_rank",
    .compute = &Compute,
};

}  // namespace assay
