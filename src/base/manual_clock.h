// SPDX-License-Identifier: Apache-2.0
// A simulated clock: time moves only while someone waits, and callbacks run in order of their due time.
//
// With it a load run is exact and takes no time: the same run gives the same record, byte by byte.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/clock.h"

namespace assay::base {

// Threads  belongs to one thread; callbacks run on it, inside a wait. A callback may wait and add callbacks itself.
class ManualClock final : public Clock {
 public:
  // Range  start_ns >= 0.
  explicit ManualClock(std::int64_t start_ns = 0) : now_ns_(start_ns) {}

  std::int64_t NowNs() noexcept override { return now_ns_; }
  // Runs all callbacks due until then. A callback that waits itself may move the time past `due_ns`.
  void WaitUntilNs(std::int64_t due_ns) noexcept override;
  // Runs callbacks until the counter is there. Without a callback due by the deadline time moves to the deadline.
  bool WaitForCount(const std::atomic<std::uint64_t>& counter, std::uint64_t at_least,
                    std::int64_t deadline_ns) noexcept override;
  // Callbacks of one due time run in the order of this call; one that is due already runs in the next wait.
  bool CallAtNs(std::int64_t due_ns, TimerCallback callback, void* context) override;

  std::size_t pending_callbacks() const { return heap_.size(); }

 private:
  struct Timer {
    std::int64_t due_ns;
    std::uint64_t number;
    TimerCallback callback;
    void* context;
  };
  static bool Later(const Timer& a, const Timer& b);
  void RunNext() noexcept;

  std::int64_t now_ns_;
  std::uint64_t next_number_ = 0;
  std::vector<Timer> heap_;  // earliest first
};

}  // namespace assay::base
