// SPDX-License-Identifier: Apache-2.0
#include "host/timer_lateness.h"

#include <algorithm>
#include <string>
#include <utility>

namespace assay::host {

Result<TimerLateness> SummariseLateness(std::vector<std::int64_t> late_ns) {
  if (late_ns.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 wait, found none");
  std::ranges::sort(late_ns);
  // Whole numbers: a share in binary, 0.999 say, can land just below the index that it means.
  const auto at = [&](std::uint64_t per_mille) { return late_ns[late_ns.size() * per_mille / 1000]; };
  return TimerLateness{late_ns.size(), at(500), at(990), at(999), late_ns.back()};
}

Result<TimerLateness> MeasureTimerLateness(Clock& clock, std::uint64_t waits, std::int64_t interval_ns) {
  if (waits == 0 || interval_ns <= 0) {
    return Fail(ErrorCode::kOutOfRange, "expected at least 1 wait of some time, found " + std::to_string(waits) +
                                            " of " + std::to_string(interval_ns) + " ns");
  }
  std::vector<std::int64_t> late_ns(waits);
  std::int64_t due_ns = clock.NowNs();
  for (std::int64_t& late : late_ns) {
    due_ns += interval_ns;
    clock.WaitUntilNs(due_ns);
    late = clock.NowNs() - due_ns;
  }
  return SummariseLateness(std::move(late_ns));
}

}  // namespace assay::host
