// SPDX-License-Identifier: Apache-2.0
#include "verdict/latency_tail.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::verdict {
namespace {

constexpr std::int64_t kLimit = 15'000'000;

// n latencies of 1 ms, of which `over` take a nanosecond more than the limit.
Constraint Judge(std::uint64_t n, std::uint64_t over, std::uint64_t failed = 0, double percentile = 0.99) {
  std::vector<std::int64_t> latencies(n, 1'000'000);
  for (std::uint64_t i = 0; i < over; ++i) latencies[i] = kLimit + 1;
  const auto constraint = JudgeLatencyTail(latencies, failed, percentile, kLimit, 0.95);
  EXPECT_TRUE(constraint.has_value());
  return *constraint;
}

// The counts are MLPerf's minima for 0.99: 459, 662, 838 and for 0.90: 44, with 0, 1, 2 late (exact binomial).
TEST(LatencyTail, IsDecidedExactlyAtEarlyStoppingsCounts) {
  EXPECT_EQ(Judge(458, 0).outcome, Outcome::kUndecided);
  EXPECT_EQ(Judge(458, 0).n_needed, 459u);
  EXPECT_NE(Judge(458, 0).reason.find("1 more"), std::string::npos);
  EXPECT_EQ(Judge(459, 0).outcome, Outcome::kPass);
  EXPECT_EQ(Judge(661, 1).outcome, Outcome::kUndecided);
  EXPECT_EQ(Judge(662, 1).outcome, Outcome::kPass);
  EXPECT_EQ(Judge(662, 2).outcome, Outcome::kUndecided);
  EXPECT_EQ(Judge(662, 2).n_needed, 838u);
  EXPECT_NE(Judge(662, 2).reason.find("176 more"), std::string::npos);
  EXPECT_EQ(Judge(43, 0, 0, 0.90).outcome, Outcome::kUndecided);
  EXPECT_EQ(Judge(44, 0, 0, 0.90).outcome, Outcome::kPass);
}

// "Late" is more than the limit: a nanosecond decides.
TEST(LatencyTail, TheLimitItselfIsNotLate) {
  std::vector<std::int64_t> latencies(662, 1'000'000);
  latencies[0] = kLimit;
  latencies[1] = kLimit + 1;
  EXPECT_EQ(JudgeLatencyTail(latencies, 0, 0.99, kLimit, 0.95)->outcome, Outcome::kPass);
}

// 1.2 % of 1,000 are late: 10 would be expected at the bound, and 12 or more of 1,000 happen with probability 0.3
// (Poisson); 5 % can't be chance.
TEST(LatencyTail, FailsOnlyBeyondChance) {
  const Constraint unclear = Judge(1000, 12);
  EXPECT_EQ(unclear.outcome, Outcome::kUndecided);
  ASSERT_TRUE(unclear.n_needed.has_value());
  EXPECT_GT(*unclear.n_needed, 1000u);
  const Constraint clear = Judge(1000, 50);
  EXPECT_EQ(clear.outcome, Outcome::kFail);
  EXPECT_EQ(clear.measured, static_cast<double>(kLimit + 1));
  EXPECT_LT(*clear.margin, 0);
}

TEST(LatencyTail, NoAnswerIsLate) {
  EXPECT_EQ(Judge(950, 0, 50).outcome, Outcome::kFail);
  EXPECT_FALSE(Judge(950, 0, 50).measured.has_value());  // the 99th percentile is a query without an answer
  EXPECT_EQ(Judge(950, 0, 50).n, 1000u);
  EXPECT_EQ(Judge(661, 0, 1).outcome, Judge(662, 1).outcome);
}

TEST(LatencyTail, IsNotMeasuredWithoutAQuery) {
  EXPECT_EQ(JudgeLatencyTail({}, 3, 0.99, kLimit, 0.95)->outcome, Outcome::kNotMeasured);
  EXPECT_FALSE(JudgeLatencyTail(std::vector<std::int64_t>{1}, 0, 1, kLimit, 0.95).has_value());
}

TEST(LatencyTail, ItsNameIsThePercentile) {
  EXPECT_EQ(PercentileName(0.99), "latency_p99");
  EXPECT_EQ(PercentileName(0.999), "latency_p99.9");
}

// More answers in time never make a verdict worse; more late ones never make it better.
TEST(LatencyTail, IsMonotone) {
  const auto rank = [](Outcome outcome) { return outcome == Outcome::kPass ? 2 : outcome == Outcome::kFail ? 0 : 1; };
  for (std::uint64_t over = 0; over < 12; ++over) {
    for (std::uint64_t n = 100; n < 1600; n += 100) {
      EXPECT_LE(rank(Judge(n, over + 1).outcome), rank(Judge(n, over).outcome)) << n << " " << over;
    }
  }
}

}  // namespace
}  // namespace assay::verdict
