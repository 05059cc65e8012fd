// SPDX-License-Identifier: Apache-2.0
// A latency percentile against its limit: percentile, interval, and MLPerf's early stopping.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "assay/result.h"
#include "verdict/verdict.h"

namespace assay::verdict {

// Chance that as many cases as "n needed" says decide, if the truth is what was measured.
inline constexpr double kDecidingPower = 0.8;

// The percentile lies where LoadGen takes it. PASS needs early stopping's certainty (99 %); FAIL needs the percentile's
// lower bound at confidence `level` above the limit; between them the run has too few queries: UNDECIDED, with the
// number that would do. A failed or lost answer counts as late: dropping slow requests must not help.
// Shape    latencies in any order, not modified; `failed` answers beside them.
// Unit     ns.
// Range    0 < percentile < 1; 0.5 < level < 1. NOT MEASURED without a latency.
// Errors   kOutOfRange for percentile and level.
// Threads  safe: pure.
// Source   MLPerf Inference rules, appendix Early Stopping; stats/percentile.h.
Result<Constraint> JudgeLatencyTail(std::span<const std::int64_t> latencies, std::uint64_t failed, double percentile,
                                    std::int64_t limit_ns, double level);

// "latency_p99", "latency_p99.9".
std::string PercentileName(double percentile);

}  // namespace assay::verdict
