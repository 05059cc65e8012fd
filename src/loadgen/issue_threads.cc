// SPDX-License-Identifier: Apache-2.0
#include "loadgen/issue_threads.h"

#include <algorithm>

namespace assay::loadgen {

// False when the thread isn't for a test that runs now.
bool IssueThreads::AwaitTest(std::unique_lock<std::mutex>& lock) {
  if (missed_ > 0) {
    --missed_;
    return false;
  }
  const std::uint64_t test = test_;
  return changed_.wait_for(lock, patience_, [&] { return running_ || test_ != test; }) && test_ == test;
}

void IssueThreads::Register() {
  std::unique_lock lock(mutex_);
  if (!running_ && test_ > 0 && !AwaitTest(lock)) return;
  const std::uint64_t test = test_;
  const std::uint64_t number = registered_++;
  std::uint64_t done_round = round_;
  changed_.notify_all();
  for (;;) {
    changed_.wait(lock, [&] { return test_ != test || (round_ != done_round && job_ != nullptr); });
    if (test_ != test) return;
    done_round = round_;
    if (number >= round_threads_) continue;
    const auto& job = *job_;
    lock.unlock();
    job(number);
    lock.lock();
    ++finished_;
    changed_.notify_all();
  }
}

void IssueThreads::BeginTest() {
  const std::lock_guard lock(mutex_);
  running_ = true;
  asked_ = missed_ = 0;
  changed_.notify_all();
}

std::uint64_t IssueThreads::WaitFor(std::uint64_t count, std::chrono::milliseconds at_most,
                                    const std::function<bool()>& give_up) {
  constexpr std::chrono::milliseconds kSlice(20);
  const auto until = std::chrono::steady_clock::now() + at_most;
  std::unique_lock lock(mutex_);
  asked_ = count;
  while (registered_ < count && !give_up() && std::chrono::steady_clock::now() < until) {
    changed_.wait_for(lock, kSlice);
  }
  return registered_;
}

void IssueThreads::RunOnEach(std::uint64_t count, const std::function<void(std::uint64_t)>& job) {
  std::unique_lock lock(mutex_);
  job_ = &job;
  round_threads_ = count;
  finished_ = 0;
  ++round_;
  changed_.notify_all();
  changed_.wait(lock, [&] { return finished_ == count; });
  job_ = nullptr;
}

void IssueThreads::EndTest() {
  const std::lock_guard lock(mutex_);
  ++test_;
  running_ = false;
  missed_ = asked_ - std::min(asked_, registered_);
  registered_ = 0;
  round_ = 0;
  changed_.notify_all();
}

}  // namespace assay::loadgen
