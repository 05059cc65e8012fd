// SPDX-License-Identifier: Apache-2.0
//
// P[at most t overs in h + t trials at over-rate 1 - p] falls with h and grows with t, so both H(t)
// and the largest t of n queries are found by bisection on the exact binomial tail. No search runs
// over t one by one.
#include "stats/early_stopping.h"

#include <string>

#include "stats/incomplete_beta.h"
#include "stats/proportion.h"

namespace assay::stats {
namespace {

bool Passes(std::uint64_t under, std::uint64_t over, double percentile) {
  if (under == 0) return false;  // the tail is 1: all trials were over
  const double tail = IncompleteBeta(percentile - kEarlyStoppingTolerance,
                                     static_cast<double>(under), static_cast<double>(over) + 1);
  return tail < 1 - kEarlyStoppingConfidence;
}

std::uint64_t FewestUnder(double percentile, std::uint64_t over) {
  std::uint64_t low = 0;  // doesn't pass
  std::uint64_t high = 1;
  while (!Passes(high, over, percentile)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (Passes(middle, over, percentile) ? high : low) = middle;
  }
  return high;
}

// The bounds within which the incomplete beta is exact enough to bisect on, and the search stays
// short.
Result<void> CheckEarlyStoppingRange(std::uint64_t count, double percentile) {
  constexpr std::uint64_t kMostQueries = std::uint64_t{1} << 36;
  ASSAY_CHECK_OK(CheckShare("percentile", percentile));
  if (percentile > 1 - 1e-7) {
    return Fail(ErrorCode::kOutOfRange,
                "expected a percentile of at most 0.9999999, found " + std::to_string(percentile));
  }
  if (count > kMostQueries) {
    return Fail(ErrorCode::kOutOfRange,
                "expected at most 2^36 queries, found " + std::to_string(count));
  }
  return {};
}

}  // namespace

Result<std::uint64_t> MinPassing(double percentile, std::uint64_t over) {
  ASSAY_CHECK_OK(CheckEarlyStoppingRange(over, percentile));
  return FewestUnder(percentile, over);
}

Result<std::optional<std::uint64_t>> MaxOver(std::uint64_t queries, double percentile) {
  ASSAY_CHECK_OK(CheckEarlyStoppingRange(queries, percentile));
  if (!Passes(queries, 0, percentile)) return std::nullopt;
  std::uint64_t low = 0;         // passes
  std::uint64_t high = queries;  // can't: none under
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (Passes(queries - middle, middle, percentile) ? low : high) = middle;
  }
  return low;
}

Result<EarlyStoppingEstimate> EstimateEarlyStopping(std::uint64_t queries, double percentile) {
  ASSAY_TRY(most_over, MaxOver(queries, percentile));
  EarlyStoppingEstimate estimate;
  estimate.queries_needed = FewestUnder(percentile, 1) + 1;
  // The highest latency itself must be allowed to be over, or there is nothing to estimate with.
  if (!most_over || *most_over == 0) return estimate;
  estimate.met = true;
  estimate.t = *most_over;
  estimate.index = queries - *most_over;
  return estimate;
}

Result<EarlyStoppingCheck> CheckEarlyStopping(std::uint64_t queries, std::uint64_t over,
                                              double percentile) {
  ASSAY_CHECK_OK(CheckEarlyStoppingRange(queries, percentile));
  if (over > queries) {
    return Fail(ErrorCode::kOutOfRange, "expected at most the " + std::to_string(queries) +
                                            " queries over the limit, found " +
                                            std::to_string(over));
  }
  EarlyStoppingCheck check;
  check.queries_needed = FewestUnder(percentile, over) + over;
  check.met = queries >= check.queries_needed;
  check.queries_more = check.met ? 0 : check.queries_needed - queries;
  return check;
}

}  // namespace assay::stats
