// SPDX-License-Identifier: Apache-2.0
#include "metric/retrieval/ranking_metric.h"

#include <functional>

#include "metric/item_scores.h"
#include "metric/measurement.h"

namespace assay::metric {
namespace {

constexpr std::uint64_t kDefaultRanks[] = {10};

Result<Measurement> MeanOverQueries(const Measurement& blank, const MetricInput& input,
                                    const std::function<double(const RankedQuery&)>& score) {
  Items items;
  items.noun = "queries";
  items.rows.width = 2;
  items.unscored = input.rankings->unscored;
  items.left_out_reason = "without a relevant document";
  for (const RankedQuery& query : *input.rankings->queries) {
    if (query.relevant.empty()) {
      ++items.left_out;
      continue;
    }
    items.rows.values.insert(items.rows.values.end(), {score(query), 1.0});
  }
  return MeanOfItems(blank, items, input);
}

Measurement Missing(const MetricInfo& info) { return Undefined(info, "no rankings"); }

}  // namespace

Result<std::vector<Measurement>> RankingAtK(const MetricInfo& info, const MetricInput& input,
                                            double (*score)(const RankedQuery& query, std::size_t k)) {
  if (input.rankings == nullptr) return std::vector{Missing(info)};
  const std::span<const std::uint64_t> ranks = input.k.empty() ? std::span<const std::uint64_t>(kDefaultRanks) : input.k;
  std::vector<Measurement> all;
  for (const std::uint64_t k : ranks) {
    if (k == 0) return Fail(ErrorCode::kOutOfRange, "expected k of at least 1, found 0");
    Measurement blank = all.empty() ? Blank(info) : PartOf(info, std::to_string(k), info.unit, info.better);
    blank.note = "k = " + std::to_string(k);
    ASSAY_TRY(mean, MeanOverQueries(blank, input, [&](const RankedQuery& query) { return score(query, k); }));
    all.push_back(std::move(mean));
  }
  if (all.size() > 1) {
    all.insert(all.begin() + 1, all.front());
    all[1].metric = std::string(info.name) + "." + std::to_string(ranks.front());
  }
  return all;
}

Result<std::vector<Measurement>> RankingMean(const MetricInfo& info, const MetricInput& input,
                                             double (*score)(const RankedQuery& query)) {
  if (input.rankings == nullptr) return std::vector{Missing(info)};
  ASSAY_TRY(mean, MeanOverQueries(Blank(info), input, score));
  return std::vector{std::move(mean)};
}

}  // namespace assay::metric
