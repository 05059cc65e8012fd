// SPDX-License-Identifier: Apache-2.0
// Columns of the queries issued so far: written by the issuing thread, read along by the recorder.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace assay::load {

// Run times in ns, -1 = not yet. Sized before the run for every planned query.
struct IssueLog {
  explicit IssueLog(std::uint64_t queries)
      : due_ns(queries, -1), issued_ns(queries, -1), returned_ns(queries, -1) {}

  std::vector<std::int64_t> due_ns;
  std::vector<std::int64_t> issued_ns;
  std::vector<std::int64_t> returned_ns;
  std::atomic<std::uint64_t> returned{0};  // queries whose call has returned; their columns are final
  std::atomic<std::uint64_t> begun{0};     // queries whose call has begun: due and issued are final
};

// Who owns the end of the run when a call into the executor takes too long: whoever ends the call first. The issuing
// thread marks its calls; a watchdog may take a call over, and the issuing thread then leaves all else to it.
class ExecutorCall {
 public:
  void Begin(const char* name, std::int64_t now_ns) {
    name_.store(name, std::memory_order_relaxed);
    state_.store(now_ns, std::memory_order_release);
  }
  // False when the watchdog has taken over.
  bool End() { return state_.exchange(kIdle, std::memory_order_acq_rel) != kTaken; }
  // Run time when the call in progress began; negative when there is none.
  std::int64_t begun_ns() const { return state_.load(std::memory_order_acquire); }
  // "Issue", "Flush", "Cancel" or "Stop".
  const char* name() const { return name_.load(std::memory_order_relaxed); }
  // True when the call that began then was still in progress and is the watchdog's from now on.
  bool Take(std::int64_t begun_ns) {
    return state_.compare_exchange_strong(begun_ns, kTaken, std::memory_order_acq_rel);
  }

 private:
  static constexpr std::int64_t kIdle = -1;
  static constexpr std::int64_t kTaken = -2;
  std::atomic<std::int64_t> state_{kIdle};
  std::atomic<const char*> name_{""};
};

}  // namespace assay::load
