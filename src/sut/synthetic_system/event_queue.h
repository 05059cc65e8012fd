// SPDX-License-Identifier: Apache-2.0
// Calls back at due times: inside the waits of a simulated clock, or from one thread of its own under a real clock.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "assay/clock.h"

namespace assay::sut {

// Threads  Add from any thread, also from the callback. Start and Stop from one.
class EventQueue {
 public:
  // `fire(event, due_ns)` runs at the due time or later, events in order of it, then of Add. It must not throw.
  EventQueue(Clock& clock, std::function<void(std::uint64_t, std::int64_t)> fire)
      : clock_(clock), fire_(std::move(fire)) {}
  ~EventQueue() { Stop(); }

  void Start();
  void Add(std::int64_t due_ns, std::uint64_t event);
  // Afterwards nothing fires. A simulated clock is moved past the last event: it can't forget one.
  void Stop() noexcept;

 private:
  struct Event {
    std::int64_t due_ns;
    std::uint64_t number;
    std::uint64_t event;
    bool operator>(const Event& other) const {
      return due_ns != other.due_ns ? due_ns > other.due_ns : number > other.number;
    }
  };

  static void OnTimer(void* self, std::int64_t due_ns) noexcept;
  void FireNext(std::int64_t due_ns);
  void Loop();

  Clock& clock_;
  const std::function<void(std::uint64_t, std::int64_t)> fire_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Event> heap_;  // earliest first
  std::uint64_t next_number_ = 0;
  std::int64_t last_due_ns_ = 0;
  bool simulated_ = false;
  bool running_ = false;
  std::atomic<std::uint64_t> fired_{0};  // timers of the simulated clock that have run
  std::thread thread_;
};

}  // namespace assay::sut
