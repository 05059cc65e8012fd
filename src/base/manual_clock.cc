// SPDX-License-Identifier: Apache-2.0
#include "base/manual_clock.h"

#include <algorithm>

namespace assay::base {

bool ManualClock::Later(const Timer& a, const Timer& b) {
  return a.due_ns != b.due_ns ? a.due_ns > b.due_ns : a.number > b.number;
}

void ManualClock::RunNext() noexcept {
  std::ranges::pop_heap(heap_, Later);
  const Timer timer = heap_.back();
  heap_.pop_back();  // before the call: it may add to the heap
  now_ns_ = std::max(now_ns_, timer.due_ns);
  timer.callback(timer.context, timer.due_ns);
}

void ManualClock::WaitUntilNs(std::int64_t due_ns) noexcept {
  while (!heap_.empty() && heap_.front().due_ns <= due_ns) RunNext();
  now_ns_ = std::max(now_ns_, due_ns);
}

bool ManualClock::WaitForCount(const std::atomic<std::uint64_t>& counter, std::uint64_t at_least,
                               std::int64_t deadline_ns) noexcept {
  while (counter.load(std::memory_order_acquire) < at_least) {
    if (heap_.empty() || heap_.front().due_ns > deadline_ns) {
      now_ns_ = std::max(now_ns_, deadline_ns);
      return false;
    }
    RunNext();
  }
  return true;
}

bool ManualClock::CallAtNs(std::int64_t due_ns, TimerCallback callback, void* context) {
  heap_.push_back({due_ns, next_number_++, callback, context});
  std::ranges::push_heap(heap_, Later);
  return true;
}

}  // namespace assay::base
