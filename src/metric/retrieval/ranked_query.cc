// SPDX-License-Identifier: Apache-2.0
#include "metric/retrieval/ranked_query.h"

#include <algorithm>
#include <unordered_map>

#include "metric/retrieval/discounted_gain.h"
#include "metric/retrieval/ranking.h"

namespace assay::metric {
namespace {

double Hits(const RankedQuery& query, std::size_t k) {
  double hits = 0;
  for (std::size_t i = 0; i < std::min(k, query.judged.size()); ++i) hits += query.IsHit(i) ? 1 : 0;
  return hits;
}

double OverRelevant(double sum, const RankedQuery& query) {
  return query.relevant.empty() ? 0 : sum / static_cast<double>(query.relevant.size());
}

}  // namespace

RankedQuery RankQuery(std::span<const ScoredDocument> retrieved, std::span<const std::pair<std::string, double>> judged) {
  std::vector<double> scores;
  std::vector<std::string> ids;
  for (const ScoredDocument& document : retrieved) {
    scores.push_back(document.score);
    ids.push_back(document.id);
  }
  RankedQuery query;
  std::unordered_map<std::string_view, double> relevance;
  for (const auto& [id, value] : judged) {
    relevance.emplace(id, value);
    if (value > 0) query.relevant.push_back(value);
    else ++query.judged_irrelevant;
  }
  for (const std::size_t i : TrecOrder(scores, ids)) {
    const auto found = relevance.find(ids[i]);
    query.judged.push_back(found == relevance.end() ? std::nullopt : std::optional(found->second));
  }
  return query;
}

double PrecisionAt(const RankedQuery& query, std::size_t k) { return Hits(query, k) / static_cast<double>(k); }
double RecallAt(const RankedQuery& query, std::size_t k) { return OverRelevant(Hits(query, k), query); }
double HitAt(const RankedQuery& query, std::size_t k) { return Hits(query, k) > 0 ? 1 : 0; }

double RPrecision(const RankedQuery& query) { return RecallAt(query, query.relevant.size()); }

double ReciprocalRank(const RankedQuery& query) {
  for (std::size_t i = 0; i < query.judged.size(); ++i) {
    if (query.IsHit(i)) return 1 / static_cast<double>(i + 1);
  }
  return 0;
}

double RankedAveragePrecision(const RankedQuery& query, std::optional<std::size_t> k) {
  double sum = 0;
  double hits = 0;
  for (std::size_t i = 0; i < std::min(query.judged.size(), k.value_or(query.judged.size())); ++i) {
    if (query.IsHit(i)) sum += ++hits / static_cast<double>(i + 1);
  }
  return OverRelevant(sum, query);
}

double BinaryPreference(const RankedQuery& query) {
  const std::uint64_t relevant = query.relevant.size();
  const std::uint64_t most = std::min(relevant, query.judged_irrelevant);
  std::uint64_t before = 0;
  double sum = 0;
  for (const auto& judged : query.judged) {
    if (!judged) continue;
    if (*judged > 0) sum += before == 0 ? 1 : 1 - static_cast<double>(std::min(before, relevant)) / static_cast<double>(most);
    else ++before;
  }
  return OverRelevant(sum, query);
}

double NormalisedGain(const RankedQuery& query, std::optional<std::size_t> k) {
  std::vector<double> ranked;
  for (const auto& judged : query.judged) ranked.push_back(std::max(0.0, judged.value_or(0)));
  const double ideal = IdealGain(query.relevant, k, Gain::kLinear);
  return ideal > 0 ? DiscountedGain(ranked, k, Gain::kLinear) / ideal : 0;
}

}  // namespace assay::metric
