// SPDX-License-Identifier: Apache-2.0
// Threads that clients lend for issuing queries. A thread that registers stays until the test ends, the next one if
// none is running.
//
// After a first test a thread that comes may be early for the next one or late for the last, and nobody would end a late
// one's wait. As many as the last test missed are sent away at once; others wait so long for a test to begin, and go.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace assay::loadgen {

class IssueThreads {
 public:
  static constexpr std::chrono::milliseconds kPatience{60'000};
  explicit IssueThreads(std::chrono::milliseconds patience = kPatience) : patience_(patience) {}

  // Lends the calling thread; returns when the test ends, or as said above.
  void Register();

  void BeginTest();

  // For the test that runs: waits until `count` threads are there or the time is over, or `give_up` says so; returns how many there are.
  std::uint64_t WaitFor(std::uint64_t count, std::chrono::milliseconds at_most, const std::function<bool()>& give_up);

  // Runs job(0) … job(count - 1), each on a thread of its own, and returns when all have. The job mustn't throw.
  // Range    count at most what WaitFor returned; one caller at a time.
  void RunOnEach(std::uint64_t count, const std::function<void(std::uint64_t)>& job);

  // Lets all threads go.
  void EndTest();

 private:
  bool AwaitTest(std::unique_lock<std::mutex>& lock);

  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t test_ = 0;        // number of the test that threads register for
  bool running_ = false;
  std::uint64_t registered_ = 0;  // in this test
  std::uint64_t asked_ = 0;       // by this test
  std::uint64_t missed_ = 0;      // threads that the test before has asked for and not seen
  std::uint64_t round_ = 0;       // jobs begun in this test
  std::uint64_t round_threads_ = 0;
  std::uint64_t finished_ = 0;  // threads that have done the present job
  const std::function<void(std::uint64_t)>* job_ = nullptr;
};

}  // namespace assay::loadgen
