// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/retrieval/ranking_metric.h"

namespace assay {

extern const MetricInfo kMetric_hit_at_k;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::RankingAtK(kMetric_hit_at_k, input, &metric::HitAt);
}

}  // namespace

const MetricInfo kMetric_hit_at_k{
    .name = "hit_at_k",
    .title = "hit at k",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kRankings),
    .definition = "Share of queries with a relevant document among the first k. k is 10 unless --k says otherwise. Queries without a relevant document are left out.",
    .source = "trec_eval success",
    .compute = &Compute,
};

}  // namespace assay
