// SPDX-License-Identifier: Apache-2.0
// When queries are due: LoadGen's own clockwork, shared with the arrivals that follow the same
// rule.
#pragma once

#include <cstdint>

#include "assay/result.h"
#include "base/column.h"

namespace assay::load {

// The most samples that one series may plan: 16 GiB of schedule. More is refused, not tried.
inline constexpr std::uint64_t kMaxPlannedSamples = std::uint64_t{1} << 30;

struct DueTimes {
  base::Column<std::int64_t> due_ns;  // ascending, the first is 0
  std::int64_t next_ns = 0;          // when the query after the last would be due
};

// How far a schedule goes: until it holds min_count queries and the last is due at or after
// duration_ns.
struct DueTimesSpan {
  std::int64_t duration_ns = 0;
  std::uint64_t min_count = 0;
  std::uint64_t whole_sets_of = 0;  // equal issue: past min_count, grows by whole sets; 0 = doesn't
  std::uint64_t max_count = kMaxPlannedSamples;
  base::ColumnPlace place;  // of the due times
};

// Poisson arrivals: exponential gaps, each cut to whole ns, added up in int64.
// Unit     rate per second; ns.
// Range    rate positive and finite, duration >= 0.
// Errors   kOutOfRange when the schedule would exceed max_count queries or 2^63 ns.
// Threads  safe: pure.
// Source   MLPerf LoadGen 6.0.17, Server.
Result<DueTimes> PoissonDueTimes(double rate_qps, std::uint64_t seed, const DueTimesSpan& span);

// One query each period.
// Unit     ns.
// Range    period >= 0, duration >= 0.
// Errors   as above.
// Threads  safe: pure.
// Source   MLPerf LoadGen 6.0.17, the other scenarios.
Result<DueTimes> PeriodicDueTimes(std::int64_t period_ns, const DueTimesSpan& span);

// 1 / rate in whole ns, cut as LoadGen cuts it.
// Range    rate positive and finite.
// Errors   kOutOfRange when that is 2^63 ns or more.
// Threads  safe: pure.
Result<std::int64_t> PeriodNs(double rate_qps);

}  // namespace assay::load
