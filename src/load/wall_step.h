// SPDX-License-Identifier: Apache-2.0
// Was the wall clock stepped during a run? A note for the evidence; durations never come from the wall clock.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace assay::load {

// What both clocks showed at one moment. Unit  ns; the wall clock since 1970, the monotonic one since its own origin.
struct ClockPair {
  std::int64_t wall_ns = 0;
  std::int64_t monotonic_ns = 0;
};

// "the wall clock was stepped by -500ms during the run", or nothing when both clocks agree to 100 ms.
// Range    any values: differences saturate instead of overflowing.
// Threads  safe: pure.
std::optional<std::string> WallStepNote(const ClockPair& begin, const ClockPair& end);

}  // namespace assay::load
