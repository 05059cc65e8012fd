// SPDX-License-Identifier: Apache-2.0
// The machine's monotonic clock, with waits that end within tens of nanoseconds of their due time on a free core.
//
// A sleep ends tens of microseconds late (timer, scheduler, wake-up), so a wait sleeps until a lead before the due time
// and reads the clock in a loop for the rest. The lead is measured at start: the 99th percentile of how late this
// machine's sleeps end. Longer leads burn a core without gain, shorter ones are late, so it is bounded.
#pragma once

#include <cstdint>

#include "assay/clock.h"

namespace assay::base {

class SystemClock final : public Clock {
 public:
  static constexpr std::int64_t kMinLeadNs = 20'000;
  static constexpr std::int64_t kMaxLeadNs = 300'000;

  // Calibrates the lead: about 100 short sleeps, some 30 ms.
  SystemClock();
  // Takes the lead as given. Range  lead_ns >= 0.
  explicit SystemClock(std::int64_t lead_ns) : lead_ns_(lead_ns) {}

  std::int64_t NowNs() noexcept override;
  void WaitUntilNs(std::int64_t due_ns) noexcept override;
  // Spins first, then polls at intervals that grow with the time waited (about 1/64 of it), so that whoever raises the
  // counter pays nothing for the wake-up.
  bool WaitForCount(const std::atomic<std::uint64_t>& counter, std::uint64_t at_least,
                    std::int64_t deadline_ns) noexcept override;
  bool CallAtNs(std::int64_t, TimerCallback, void*) override { return false; }

  std::int64_t lead_ns() const { return lead_ns_; }

 private:
  std::int64_t lead_ns_;
};

}  // namespace assay::base
