// SPDX-License-Identifier: Apache-2.0
// Percentiles as LoadGen takes them, and what the sample says about the true one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

// Position of a percentile in n sorted values: n * share, truncated; no interpolation.
// Range    0 < share < 1, n >= 1.
// Errors   kEmpty when n = 0; kOutOfRange for share.
// Threads  safe: pure.
// Source   MLPerf LoadGen 6.0.17: the element at index sample_count * percentile.
Result<std::uint64_t> PercentileIndex(std::uint64_t n, double share);

// The value at PercentileIndex.
// Shape    n values in any order; not modified (a copy is partitioned).
// Unit     as the values.
// Errors   as PercentileIndex.
// Threads  safe: pure.
Result<std::int64_t> Percentile(std::span<const std::int64_t> values, double share);

// Ranks (0-based positions among n sorted values) between which the true quantile lies. A side is
// empty when n is too small for any value to bound it: of 100 values none bounds the 99.9th
// percentile from above.
struct QuantileRanks {
  std::optional<std::uint64_t> low;
  std::optional<std::uint64_t> high;
};

// Distribution-free two-sided interval of the quantile: each side is wrong with probability at most
// (1 - level) / 2, for independent values of any distribution. Range    0 < share < 1, 0 < level <
// 1, n >= 1. Errors   kEmpty when n = 0; kOutOfRange for the rest. Threads  safe: pure. Source
// order statistics and the binomial: Conover, Practical Nonparametric Statistics, 3rd ed.,
// section 3.2.
Result<QuantileRanks> QuantileInterval(std::uint64_t n, double share, double level);

// One-sided: with the given confidence the true quantile is at most (at least) the value at this
// rank. Empty when n is too small. A claim "p99 <= limit" passes when the value at the upper rank
// is <= limit. Range    as above, 0 < confidence < 1. Errors   as above. Threads  safe: pure.
Result<std::optional<std::uint64_t>> QuantileUpperRank(std::uint64_t n, double share,
                                                       double confidence);
Result<std::optional<std::uint64_t>> QuantileLowerRank(std::uint64_t n, double share,
                                                       double confidence);

// QuantileInterval's values; empty when a side has no rank.
// Shape    n values in ascending order.
// Unit     as the values.
// Errors   as QuantileInterval.
// Threads  safe: pure.
Result<std::optional<Interval>> PercentileInterval(std::span<const std::int64_t> sorted,
                                                   double share, double level);

}  // namespace assay::stats
