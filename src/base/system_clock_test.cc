// SPDX-License-Identifier: Apache-2.0
#include "base/system_clock.h"

#include <gtest/gtest.h>

#include <thread>

namespace assay::base {
namespace {

TEST(SystemClock, NeverGoesBackAndIsNeverNegative) {
  SystemClock clock(50'000);
  std::int64_t previous = clock.NowNs();
  EXPECT_GE(previous, 0);
  for (int i = 0; i < 10'000; ++i) {
    const std::int64_t now = clock.NowNs();
    ASSERT_GE(now, previous);
    previous = now;
  }
}

TEST(SystemClock, WaitNeverEndsBeforeItsDueTime) {
  SystemClock clock(50'000);
  for (const std::int64_t wait_ns : {-1'000, 0, 1'000, 40'000, 60'000, 500'000, 2'000'000}) {
    const std::int64_t due = clock.NowNs() + wait_ns;
    clock.WaitUntilNs(due);
    EXPECT_GE(clock.NowNs(), due) << wait_ns;
  }
}

TEST(SystemClock, CalibratedLeadStaysInItsBounds) {
  SystemClock clock;
  EXPECT_GE(clock.lead_ns(), SystemClock::kMinLeadNs);
  EXPECT_LE(clock.lead_ns(), SystemClock::kMaxLeadNs);
}

TEST(SystemClock, WaitForCountSeesAnotherThreadsCount) {
  SystemClock clock(50'000);
  std::atomic<std::uint64_t> counter{0};
  int written_before = 0;  // plain: the wait must order it
  std::thread other([&] {
    SystemClock own(50'000);
    own.WaitUntilNs(own.NowNs() + 300'000);
    written_before = 7;
    counter.fetch_add(3, std::memory_order_release);
  });
  EXPECT_TRUE(clock.WaitForCount(counter, 3, clock.NowNs() + 60'000'000'000));
  EXPECT_EQ(written_before, 7);
  other.join();
}

TEST(SystemClock, WaitForCountGivesUpNotBeforeTheDeadline) {
  SystemClock clock(50'000);
  const std::atomic<std::uint64_t> counter{2};
  const std::int64_t deadline = clock.NowNs() + 1'000'000;
  EXPECT_FALSE(clock.WaitForCount(counter, 3, deadline));
  EXPECT_GE(clock.NowNs(), deadline);
  EXPECT_TRUE(clock.WaitForCount(counter, 2, 0)) << "a count that is there needs no time";
}

TEST(SystemClock, RunsNoCallbacks) {
  SystemClock clock(50'000);
  EXPECT_FALSE(clock.CallAtNs(0, [](void*, std::int64_t) noexcept { FAIL(); }, nullptr));
}

}  // namespace
}  // namespace assay::base
