// SPDX-License-Identifier: Apache-2.0
#include "loadgen/issue_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace assay::loadgen {
namespace {

constexpr std::chrono::milliseconds kLong(60'000);

TEST(IssueThreads, EachRunsItsJob) {
  IssueThreads threads;
  std::thread first([&] { threads.Register(); }), second([&] { threads.Register(); });
  threads.BeginTest();
  ASSERT_EQ(threads.WaitFor(2, kLong, [] { return false; }), 2u);
  std::atomic<int> sum{0};
  threads.RunOnEach(2, [&](std::uint64_t number) { sum += 1 << number; });
  EXPECT_EQ(sum, 3);
  threads.EndTest();
  first.join(), second.join();
}

// Nobody would end its wait: the test is over, and no other comes.
TEST(IssueThreads, OneTooManyThatComesLateGoesAfterAWhile) {
  IssueThreads threads(std::chrono::milliseconds(20));
  threads.BeginTest();
  threads.EndTest();
  threads.Register();
}

TEST(IssueThreads, OneThatWasMissedIsSentAway) {
  IssueThreads threads(kLong);
  threads.BeginTest();
  EXPECT_EQ(threads.WaitFor(1, std::chrono::milliseconds(0), [] { return false; }), 0u);
  threads.EndTest();
  threads.Register();
}

TEST(IssueThreads, OneThatIsEarlyForTheSecondTestTakesPart) {
  IssueThreads threads(kLong);
  threads.BeginTest();
  threads.EndTest();
  std::thread early([&] { threads.Register(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // mostly it waits by then; either way it takes part
  threads.BeginTest();
  EXPECT_EQ(threads.WaitFor(1, kLong, [] { return false; }), 1u);
  int calls = 0;
  threads.RunOnEach(1, [&](std::uint64_t) { ++calls; });
  EXPECT_EQ(calls, 1);
  threads.EndTest();
  early.join();
}

}  // namespace
}  // namespace assay::loadgen
