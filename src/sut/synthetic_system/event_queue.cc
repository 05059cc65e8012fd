// SPDX-License-Identifier: Apache-2.0
#include "sut/synthetic_system/event_queue.h"

#include <algorithm>
#include <chrono>
#include <functional>

namespace assay::sut {
namespace {

// The last stretch before a due time is waited for on the clock, in steps short enough that an earlier event that is
// added meanwhile isn't late by more than one.
constexpr std::int64_t kSleepMarginNs = 150'000;
constexpr std::int64_t kStepNs = 20'000;

void Nothing(void*, std::int64_t) noexcept {}

}  // namespace

void EventQueue::Start() {
  {
    const std::lock_guard lock(mutex_);
    simulated_ = clock_.CallAtNs(clock_.NowNs(), &Nothing, nullptr);
    running_ = true;
    heap_.clear();
  }
  if (!simulated_) thread_ = std::thread([this] { Loop(); });
}

void EventQueue::Add(std::int64_t due_ns, std::uint64_t event) {
  {
    const std::lock_guard lock(mutex_);
    if (!running_) return;
    heap_.push_back({due_ns, next_number_++, event});
    std::ranges::push_heap(heap_, std::greater<>());
    last_due_ns_ = std::max(last_due_ns_, due_ns);
    if (simulated_) clock_.CallAtNs(due_ns, &OnTimer, this);
  }
  changed_.notify_one();
}

// One timer of the simulated clock per event: each fires the earliest event there is, which is its own.
void EventQueue::OnTimer(void* self, std::int64_t due_ns) noexcept {
  EventQueue& queue = *static_cast<EventQueue*>(self);
  queue.fired_.fetch_add(1);
  std::unique_lock lock(queue.mutex_);
  if (!queue.running_ || queue.heap_.empty()) return;
  const std::uint64_t event = queue.heap_.front().event;
  std::ranges::pop_heap(queue.heap_, std::greater<>());
  queue.heap_.pop_back();
  lock.unlock();
  queue.fire_(event, due_ns);
}

void EventQueue::Loop() {
  std::unique_lock lock(mutex_);
  while (running_) {
    if (heap_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const Event next = heap_.front();
    const std::int64_t left_ns = next.due_ns - clock_.NowNs();
    if (left_ns > kSleepMarginNs) {
      changed_.wait_for(lock, std::chrono::nanoseconds(left_ns - kSleepMarginNs));
    } else if (left_ns > 0) {
      lock.unlock();
      clock_.WaitUntilNs(next.due_ns - std::max<std::int64_t>(0, left_ns - kStepNs));
      lock.lock();
    } else {
      std::ranges::pop_heap(heap_, std::greater<>());
      heap_.pop_back();
      lock.unlock();
      fire_(next.event, next.due_ns);
      lock.lock();
    }
  }
}

void EventQueue::Stop() noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (!running_) return;
    running_ = false;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
  if (simulated_) clock_.WaitForCount(fired_, next_number_, last_due_ns_);
}

}  // namespace assay::sut
