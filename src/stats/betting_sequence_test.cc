// SPDX-License-Identifier: Apache-2.0
#include "stats/betting_sequence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace assay::stats {
namespace {

// Scores of 0, 1 and in between, with mean 0.3: half 0.1, a third 0.25, a sixth 1.
double Drawn(std::mt19937_64& engine) {
  const auto roll = engine() % 6;
  return roll < 3 ? 0.1 : roll < 5 ? 0.25 : 1.0;
}
constexpr double kMean = (3 * 0.1 + 2 * 0.25 + 1.0) / 6;

// 1,000 tests that look after each of 2,000 scores: at level 0.9 at most 10 % may ever leave the true mean out, within three
// binomial errors (2.8 %). Looked at that often, a plain 90 % interval would leave it out in about half of the tests.
TEST(BettingSequence, HoldsTheMeanAtAllLooksTogether) {
  constexpr int kTests = 1000;
  int wrong = 0, plain = 0;
  for (int test = 0; test < kTests; ++test) {
    std::mt19937_64 engine(static_cast<std::uint64_t>(test));
    std::vector<double> values;
    double sum = 0, squares = 0;
    bool left = false;
    for (int i = 1; i <= 2000; ++i) {
      values.push_back(Drawn(engine));
      sum += values.back(), squares += values.back() * values.back();
      const double mean = sum / i, variance = squares / i - mean * mean;
      left = left || (i >= 30 && std::abs(mean - kMean) > 1.6448536 * std::sqrt(variance / i));
    }
    plain += left ? 1 : 0;
    wrong += DecideMean(values, kMean, 0.9)->side != 0 ? 1 : 0;
  }
  EXPECT_LE(wrong, 128);
  EXPECT_GE(plain, 400);
}

TEST(BettingSequence, DecidesWhenItsIntervalLeavesTheBound) {
  std::mt19937_64 engine(7);
  std::vector<double> values;
  for (int i = 0; i < 3000; ++i) values.push_back(Drawn(engine));
  for (const double bound : {0.1, 0.2, 0.4, 0.6}) {
    const auto decision = DecideMean(values, bound, 0.95);
    ASSERT_TRUE(decision && decision->side != 0) << bound;
    EXPECT_EQ(decision->side, bound < kMean ? 1 : -1);
    const std::span<const double> read(values.data(), decision->read);
    const auto at = BettingSequence(read, 0.95), before = BettingSequence(read.first(read.size() - 1), 0.95);
    if (decision->side > 0) EXPECT_TRUE(at->low >= bound && before->low < bound) << bound;
    else EXPECT_TRUE(at->high <= bound && before->high > bound) << bound;
  }
  const auto whole = BettingSequence(values, 0.95);
  EXPECT_LT(whole->low, kMean);
  EXPECT_GT(whole->high, kMean);
  EXPECT_LT(whole->high - whole->low, 0.06);
}

TEST(BettingSequence, AtItsEnds) {
  const auto nothing = BettingSequence({}, 0.95);
  EXPECT_EQ(nothing->low, 0);
  EXPECT_EQ(nothing->high, 1);
  const std::vector<double> ones(200, 1.0), zeros(200, 0.0);
  EXPECT_EQ(BettingSequence(ones, 0.95)->high, 1);
  EXPECT_GT(BettingSequence(ones, 0.95)->low, 0.95);
  EXPECT_EQ(BettingSequence(zeros, 0.95)->low, 0);
  EXPECT_LT(BettingSequence(zeros, 0.95)->high, 0.05);
  EXPECT_EQ(DecideMean(ones, 1, 0.95)->side, 0);
  EXPECT_EQ(BettingSequence(std::vector<double>{1.5}, 0.95).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(BettingSequence(std::vector<double>{NAN}, 0.95).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(DecideMean(ones, 2, 0.95).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace assay::stats
