// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/retrieval/ranking_metric.h"

namespace assay {

extern const MetricInfo kMetric_precision_at_k;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::RankingAtK(kMetric_precision_at_k, input, &metric::PrecisionAt);
}

}  // namespace

const MetricInfo kMetric_precision_at_k{
    .name = "precision_at_k",
    .title = "precision at k",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kRankings),
    .definition = "Mean over queries of the share of the first k places that hold a relevant document; a place without a document counts. k is 10 unless --k says otherwise. Queries without a relevant document are left out.",
    .source = "trec_eval P",
    .compute = &Compute,
};

}  // namespace assay
