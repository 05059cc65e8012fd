// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/retrieval/discounted_gain.h"
#include "metric/retrieval/ranking_metric.h"

namespace assay {

extern const MetricInfo kMetric_ndcg_exponential_at_k;

namespace {

double Score(const metric::RankedQuery& query, std::size_t k) {
  std::vector<double> ranked;
  for (const auto& relevance : query.judged) ranked.push_back(relevance.value_or(0));
  const double ideal = metric::IdealGain(query.relevant, k, metric::Gain::kExponential);
  return ideal > 0 ? metric::DiscountedGain(ranked, k, metric::Gain::kExponential) / ideal : 0;
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::RankingAtK(kMetric_ndcg_exponential_at_k, input, &Score);
}

}  // namespace

const MetricInfo kMetric_ndcg_exponential_at_k{
    .name = "ndcg_exponential_at_k",
    .title = "nDCG at k with exponential gain",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kRankings),
    .definition = "As ndcg_at_k, with 2^relevance - 1 as the gain: high grades weigh more. k is 10 unless --k says otherwise.",
    .source = "Burges et al., ICML 2005",
    .compute = &Compute,
};

}  // namespace assay
