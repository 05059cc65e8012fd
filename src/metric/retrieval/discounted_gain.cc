// SPDX-License-Identifier: Apache-2.0
#include "metric/retrieval/discounted_gain.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "metric/retrieval/ranking.h"

namespace assay::metric {
namespace {

double GainOf(double relevance, Gain gain) { return gain == Gain::kLinear ? relevance : std::exp2(relevance) - 1; }

double Discount(std::size_t position) { return 1 / std::log2(static_cast<double>(position) + 2); }

}  // namespace

double DiscountedGain(std::span<const double> ranked, std::optional<std::size_t> k, Gain gain) {
  double sum = 0;
  const std::size_t end = std::min(ranked.size(), k.value_or(ranked.size()));
  for (std::size_t i = 0; i < end; ++i) sum += GainOf(ranked[i], gain) * Discount(i);
  return sum;
}

// Each document of a group of equal scores stands at each of the group's ranks equally often.
double TieAveragedGain(std::span<const double> relevance, std::span<const double> scores, std::optional<std::size_t> k,
                       Gain gain) {
  const std::vector<std::size_t> order = OrderByScore(scores);
  const std::size_t end = std::min(order.size(), k.value_or(order.size()));
  double sum = 0;
  for (std::size_t start = 0; start < end;) {
    std::size_t after = start;
    double gains = 0;
    double discounts = 0;
    for (; after < order.size() && scores[order[after]] == scores[order[start]]; ++after) {
      gains += GainOf(relevance[order[after]], gain);
      if (after < end) discounts += Discount(after);
    }
    sum += gains / static_cast<double>(after - start) * discounts;
    start = after;
  }
  return sum;
}

double IdealGain(std::span<const double> relevance, std::optional<std::size_t> k, Gain gain) {
  std::vector<double> best(relevance.begin(), relevance.end());
  std::ranges::sort(best, std::greater<>());
  return DiscountedGain(best, k, gain);
}

}  // namespace assay::metric
