// SPDX-License-Identifier: Apache-2.0
// How much a run's own queries leave its figure uncertain, where neighbours in time resemble each other (a queue that was
// long for one was long for the next).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace assay::metric {

// A figure of values in any order; may reorder them.
using BlockStatistic = std::function<double(std::span<std::int64_t> values)>;

// Variance of the figure's logarithm over replicates that draw blocks of n^(1/3) consecutive values, at least 10.
// Shape    values in order of time.
// Range    empty below 50 values, and where the figure isn't above 0 in every replicate.
// Threads  safe: pure; the same seed gives the same value on any machine.
// Source   Kuensch, Ann. Stat. 17 (1989) 1217-1241 (moving blocks).
std::optional<double> BlockLogVariance(std::span<const std::int64_t> values, const BlockStatistic& statistic,
                                       std::uint64_t seed);

}  // namespace assay::metric
