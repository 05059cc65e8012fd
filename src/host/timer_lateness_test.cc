// SPDX-License-Identifier: Apache-2.0
#include "host/timer_lateness.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/manual_clock.h"
#include "base/system_clock.h"

namespace assay::host {
namespace {

// 0 … 1999 in any order: index floor(2000 q) holds that number itself.
TEST(TimerLateness, TakesTheValueAtFloorNq) {
  std::vector<std::int64_t> late(2'000);
  std::iota(late.rbegin(), late.rend(), 0);
  const auto summary = SummariseLateness(late);
  ASSERT_TRUE(summary.has_value());
  EXPECT_EQ(summary->waits, 2'000u);
  EXPECT_EQ(summary->p50_ns, 1'000);
  EXPECT_EQ(summary->p99_ns, 1'980);
  EXPECT_EQ(summary->p999_ns, 1'998);
  EXPECT_EQ(summary->max_ns, 1'999);
  EXPECT_EQ(SummariseLateness({7})->p999_ns, 7);
  EXPECT_EQ(SummariseLateness({}).error().code, ErrorCode::kEmpty);
}

void Oversleep(void* clock, std::int64_t now_ns) noexcept {
  static_cast<base::ManualClock*>(clock)->WaitUntilNs(now_ns + 2'500);
}

// Waits of 1000 ns; a callback at 2000 holds the clock until 4500: waits 2, 3 and 4 end 2500, 1500 and 500 late.
TEST(TimerLateness, CountsTheWholeDelayOfAStall) {
  base::ManualClock clock;
  clock.CallAtNs(2'000, &Oversleep, &clock);
  const auto late = MeasureTimerLateness(clock, 5, 1'000);
  ASSERT_TRUE(late.has_value());
  EXPECT_EQ(late->max_ns, 2'500);
  EXPECT_EQ(late->p50_ns, 500);
  EXPECT_EQ(clock.NowNs(), 5'000);
}

TEST(TimerLateness, IsNeverNegativeOnThisMachine) {
  base::SystemClock clock(50'000);
  const auto late = MeasureTimerLateness(clock, 20, 100'000);
  ASSERT_TRUE(late.has_value());
  EXPECT_GE(late->p50_ns, 0);
  EXPECT_GE(late->max_ns, late->p50_ns);
}

TEST(TimerLateness, RefusesNoWaits) {
  base::ManualClock clock;
  EXPECT_EQ(MeasureTimerLateness(clock, 0, 1).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(MeasureTimerLateness(clock, 1, 0).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace assay::host
