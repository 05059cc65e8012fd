// SPDX-License-Identifier: Apache-2.0
// MLPerf's early stopping: how many queries it takes to be 99 % sure that a latency percentile
// holds.
//
// Of n queries, t were over the limit. The run passes when, were the true over-rate as large as the
// percentile allows, seeing so few overs would have probability below 1 %.
#pragma once

#include <cstdint>
#include <optional>

#include "assay/result.h"

namespace assay::stats {

// MLPerf's constants: not settings.
inline constexpr double kEarlyStoppingConfidence = 0.99;
inline constexpr double kEarlyStoppingTolerance = 0;

// H(t): the fewest queries under the limit with which `over` queries over it still pass; H(t) + t
// queries in all. Unit     queries. Range    0 < percentile <= 0.9999999; counts up to 2^36. Errors
// kOutOfRange. Threads  safe: pure. Source   MLPerf Inference rules, appendix Early Stopping; the
// smallest h with I_{p-d}(h, t + 1) < 1 - c.
Result<std::uint64_t> MinPassing(double percentile, std::uint64_t over);

// The most queries over the limit with which a run of `queries` still passes; empty when it can't
// pass with none. Range    0 < percentile <= 0.9999999; counts up to 2^36. Errors   kOutOfRange.
// Threads  safe: pure.
Result<std::optional<std::uint64_t>> MaxOver(std::uint64_t queries, double percentile);

// SingleStream and MultiStream: the early-stopping estimate of the percentile. `t` counts the
// values from the top, so that the estimate is sorted[n - t] and t - 1 higher ones are discarded.
struct EarlyStoppingEstimate {
  bool met = false;                    // enough queries for any estimate
  std::uint64_t t = 0;                 // 0 when not met
  std::optional<std::uint64_t> index;  // into the n sorted latencies
  std::uint64_t queries_needed = 0;    // in all, for an estimate to exist: H(1) + 1
};

// Range    0 < percentile <= 0.9999999. SingleStream asks twice: its own percentile, and 0.99.
// Errors   kOutOfRange.
// Threads  safe: pure.
// Source   as MinPassing.
Result<EarlyStoppingEstimate> EstimateEarlyStopping(std::uint64_t queries, double percentile);

// Server: does the run pass with `over` queries whose latency exceeded the target?
struct EarlyStoppingCheck {
  bool met = false;
  std::uint64_t queries_needed = 0;  // in all, with that many over: H(t) + t
  std::uint64_t queries_more = 0;    // 0 when met
};

// Range    0 < percentile <= 0.9999999, over <= queries <= 2^36.
// Errors   kOutOfRange.
// Threads  safe: pure.
// Source   as MinPassing.
Result<EarlyStoppingCheck> CheckEarlyStopping(std::uint64_t queries, std::uint64_t over,
                                              double percentile);

}  // namespace assay::stats
