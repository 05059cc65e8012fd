// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/retrieval/ranking_metric.h"

namespace assay {

extern const MetricInfo kMetric_ndcg_at_k;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::RankingAtK(kMetric_ndcg_at_k, input, [](const metric::RankedQuery& query, std::size_t k) {
    return metric::NormalisedGain(query, k);
  });
}

}  // namespace

const MetricInfo kMetric_ndcg_at_k{
    .name = "ndcg_at_k",
    .title = "nDCG at k",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kRankings),
    .definition = "Mean over queries of the sum over the first k places of relevance / log2(place + 1), over that of the best order. Gain is the relevance itself; a document that was not judged has none. k is 10 unless --k says otherwise.",
    .source = "Järvelin, Kekäläinen, ACM TOIS 20 (2002); trec_eval ndcg_cut",
    .compute = &Compute,
};

}  // namespace assay
