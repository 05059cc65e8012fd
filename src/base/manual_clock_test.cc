// SPDX-License-Identifier: Apache-2.0
#include "base/manual_clock.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace assay::base {
namespace {

struct Trace {
  ManualClock* clock;
  std::string* text;
  char name;
};

void Append(void* context, std::int64_t now_ns) noexcept {
  const Trace& trace = *static_cast<Trace*>(context);
  EXPECT_EQ(trace.clock->NowNs(), now_ns);
  *trace.text += trace.name;
}

TEST(ManualClock, RunsCallbacksByDueTimeThenByOrderOfTheCall) {
  ManualClock clock(100);
  std::string text;
  Trace a{&clock, &text, 'a'}, b{&clock, &text, 'b'}, c{&clock, &text, 'c'}, d{&clock, &text, 'd'};
  clock.CallAtNs(300, &Append, &c);
  clock.CallAtNs(200, &Append, &a);
  clock.CallAtNs(200, &Append, &b);
  clock.CallAtNs(400, &Append, &d);
  clock.WaitUntilNs(150);
  EXPECT_EQ(text, "");
  EXPECT_EQ(clock.NowNs(), 150);
  clock.WaitUntilNs(300);
  EXPECT_EQ(text, "abc");
  EXPECT_EQ(clock.NowNs(), 300);
  EXPECT_EQ(clock.pending_callbacks(), 1u);
  clock.WaitUntilNs(10);
  EXPECT_EQ(clock.NowNs(), 300) << "time never goes back";
}

struct Chain {
  ManualClock* clock;
  std::atomic<std::uint64_t> count{0};
};

void CountAndGoOn(void* context, std::int64_t now_ns) noexcept {
  Chain& chain = *static_cast<Chain*>(context);
  chain.count.fetch_add(1);
  chain.clock->CallAtNs(now_ns + 10, &CountAndGoOn, context);
}

TEST(ManualClock, WaitForCountStopsAtTheCallbackThatReachesIt) {
  ManualClock clock;
  Chain chain{&clock};
  clock.CallAtNs(10, &CountAndGoOn, &chain);
  EXPECT_TRUE(clock.WaitForCount(chain.count, 3, 1'000));
  EXPECT_EQ(clock.NowNs(), 30);
  EXPECT_FALSE(clock.WaitForCount(chain.count, 100, 55));
  EXPECT_EQ(clock.NowNs(), 55);
  EXPECT_EQ(chain.count, 5u);
}

TEST(ManualClock, WithoutCallbacksTheDeadlineComes) {
  ManualClock clock;
  const std::atomic<std::uint64_t> counter{0};
  EXPECT_FALSE(clock.WaitForCount(counter, 1, 500));
  EXPECT_EQ(clock.NowNs(), 500);
}

void WaitInside(void* context, std::int64_t now_ns) noexcept {
  static_cast<ManualClock*>(context)->WaitUntilNs(now_ns + 100);
}

TEST(ManualClock, ACallbackMayWait) {
  ManualClock clock;
  clock.CallAtNs(10, &WaitInside, &clock);
  clock.WaitUntilNs(20);
  EXPECT_EQ(clock.NowNs(), 110);
}

TEST(ManualClock, WorksAtTheTopOfItsRange) {
  constexpr std::int64_t kTop = std::numeric_limits<std::int64_t>::max();
  ManualClock clock(kTop - 5);
  clock.WaitUntilNs(kTop);
  EXPECT_EQ(clock.NowNs(), kTop);
}

}  // namespace
}  // namespace assay::base
