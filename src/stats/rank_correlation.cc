// SPDX-License-Identifier: Apache-2.0
#include "stats/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace assay::stats {
namespace {

// Twice the mean rank less (n + 1): whole numbers about 0, so that sums stay exact for long.
std::vector<double> CentredRanks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t from = 0; from < order.size();) {
    std::size_t to = from;
    while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
    const double twice_mean = static_cast<double>(from + to + 1);
    for (std::size_t i = from; i < to; ++i) ranks[order[i]] = twice_mean - static_cast<double>(values.size() + 1);
    from = to;
  }
  return ranks;
}

}  // namespace

Result<std::optional<double>> RankCorrelation(std::span<const double> first, std::span<const double> second) {
  if (first.size() != second.size()) return Fail(ErrorCode::kContradiction, "expected two columns of the same cases");
  if (first.size() < 2) return Fail(ErrorCode::kEmpty, "expected at least 2 cases to order");
  for (const std::span<const double> column : {first, second}) {
    if (!std::ranges::all_of(column, [](double value) { return std::isfinite(value); })) {
      return Fail(ErrorCode::kNotFinite, "expected finite values to order");
    }
  }
  const std::vector<double> a = CentredRanks(first), b = CentredRanks(second);
  const double ab = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  const double aa = std::inner_product(a.begin(), a.end(), a.begin(), 0.0);
  const double bb = std::inner_product(b.begin(), b.end(), b.begin(), 0.0);
  if (aa == 0 || bb == 0) return std::nullopt;
  return std::clamp(ab / std::sqrt(aa * bb), -1.0, 1.0);
}

}  // namespace assay::stats
