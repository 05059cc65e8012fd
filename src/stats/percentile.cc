// SPDX-License-Identifier: Apache-2.0
//
// How many of n independent values lie below the true share-quantile is Binomial(n, share). So the
// value at 0-based rank r is below the quantile unless at most r values are, and the ranks come
// from that binomial's tails alone.
#include "stats/percentile.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/incomplete_beta.h"
#include "stats/proportion.h"

namespace assay::stats {
namespace {

Result<void> CheckQuantile(std::uint64_t n, double share, double level) {
  if (n == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 value, found none");
  ASSAY_CHECK_OK(CheckShare("percentile", share));
  return CheckShare("level", level);
}

// Smallest rank r < n with P[at most r values below] >= 1 - alpha: then the value at r is >= the
// quantile.
std::optional<std::uint64_t> UpperRank(std::uint64_t n, double share, double alpha) {
  const auto covers = [&](std::uint64_t rank) {
    return BinomialAtLeast(rank + 1, n, share) <= alpha;
  };
  if (!covers(n - 1)) return std::nullopt;
  std::uint64_t low = 0;
  std::uint64_t high = n - 1;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (covers(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// Largest rank r with P[at most r values below] <= alpha: else the value at r is <= the quantile.
std::optional<std::uint64_t> LowerRank(std::uint64_t n, double share, double alpha) {
  const auto covers = [&](std::uint64_t rank) { return BinomialAtMost(rank, n, share) <= alpha; };
  if (!covers(0)) return std::nullopt;
  std::uint64_t low = 0;
  std::uint64_t high = n - 1;
  while (low < high) {
    const std::uint64_t middle = low + (high - low + 1) / 2;
    if (covers(middle))
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

}  // namespace

Result<std::uint64_t> PercentileIndex(std::uint64_t n, double share) {
  if (n == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 value, found none");
  ASSAY_CHECK_OK(CheckShare("percentile", share));
  // For a share within one rounding of 1 the product can round up to n.
  return std::min(n - 1, static_cast<std::uint64_t>(static_cast<double>(n) * share));
}

Result<std::int64_t> Percentile(std::span<const std::int64_t> values, double share) {
  ASSAY_TRY(index, PercentileIndex(values.size(), share));
  std::vector<std::int64_t> copy(values.begin(), values.end());
  const auto element = copy.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(copy.begin(), element, copy.end());
  return *element;
}

Result<QuantileRanks> QuantileInterval(std::uint64_t n, double share, double level) {
  ASSAY_CHECK_OK(CheckQuantile(n, share, level));
  const double alpha = (1 - level) / 2;
  return QuantileRanks{LowerRank(n, share, alpha), UpperRank(n, share, alpha)};
}

Result<std::optional<std::uint64_t>> QuantileUpperRank(std::uint64_t n, double share,
                                                       double confidence) {
  ASSAY_CHECK_OK(CheckQuantile(n, share, confidence));
  return UpperRank(n, share, 1 - confidence);
}

Result<std::optional<std::uint64_t>> QuantileLowerRank(std::uint64_t n, double share,
                                                       double confidence) {
  ASSAY_CHECK_OK(CheckQuantile(n, share, confidence));
  return LowerRank(n, share, 1 - confidence);
}

Result<std::optional<Interval>> PercentileInterval(std::span<const std::int64_t> sorted,
                                                   double share, double level) {
  ASSAY_TRY(ranks, QuantileInterval(sorted.size(), share, level));
  if (!ranks.low || !ranks.high) return std::nullopt;
  return Interval{static_cast<double>(sorted[*ranks.low]), static_cast<double>(sorted[*ranks.high]),
                  level, "order statistics"};
}

}  // namespace assay::stats
