// SPDX-License-Identifier: Apache-2.0
// The seam for time. Everything that waits or stamps takes a Clock&, so that a load run can be simulated exactly.
#pragma once

#include <atomic>
#include <cstdint>

namespace assay {

// Called by a clock at a due time; must not throw.
using TimerCallback = void (*)(void* context, std::int64_t now_ns) noexcept;

// A monotonic clock that one can wait on.
// Unit     nanoseconds since an arbitrary origin; never steps, never negative.
// Threads  safe for SystemClock; ManualClock belongs to one thread.
class Clock {
 public:
  virtual ~Clock() = default;

  virtual std::int64_t NowNs() noexcept = 0;

  // Returns at or after `due_ns`; at once when that has passed.
  virtual void WaitUntilNs(std::int64_t due_ns) noexcept = 0;

  // Waits until `counter` is at least `at_least` or `deadline_ns` has passed; true when the counter got there.
  // Whoever raises the counter calls counter.notify_all() after it, or the wait polls.
  virtual bool WaitForCount(const std::atomic<std::uint64_t>& counter, std::uint64_t at_least,
                            std::int64_t deadline_ns) noexcept = 0;

  // A simulated clock runs callbacks itself, in order of due time, while it waits; it returns true and calls
  // callback(context, due_ns) then. A real clock returns false and calls nothing: use a thread.
  virtual bool CallAtNs(std::int64_t due_ns, TimerCallback callback, void* context) = 0;
};

}  // namespace assay
