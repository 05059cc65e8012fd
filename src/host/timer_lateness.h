// SPDX-License-Identifier: Apache-2.0
// How late waits end on this machine: what a load generator can be held to.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/clock.h"
#include "assay/result.h"

namespace assay::host {

// Unit     ns.
struct TimerLateness {
  std::uint64_t waits = 0;
  std::int64_t p50_ns = 0;
  std::int64_t p99_ns = 0;
  std::int64_t p999_ns = 0;
  std::int64_t max_ns = 0;
};

// Percentiles of lateness, each the value at index floor(n q) of the sorted ones.
// Errors   kEmpty without values.
// Threads  safe: pure.
Result<TimerLateness> SummariseLateness(std::vector<std::int64_t> late_ns);

// Waits `waits` times for a due time that is `interval_ns` after the one before, as an issuer does; a due time that has
// passed already counts its whole delay.
// Range    waits >= 1, interval_ns > 0; it takes about waits x interval_ns.
// Errors   kOutOfRange.
Result<TimerLateness> MeasureTimerLateness(Clock& clock, std::uint64_t waits, std::int64_t interval_ns);

}  // namespace assay::host
