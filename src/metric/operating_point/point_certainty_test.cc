// SPDX-License-Identifier: Apache-2.0
#include "metric/operating_point/point_certainty.h"

#include <gtest/gtest.h>

#include "metric/normal_scores.h"

namespace assay::metric {
namespace {

// Right values: the p at which binomial tails of 8 of 10 and 3 of 30 are 1.25 %, by bisection; mixed 1 to 99.
TEST(FlaggedRate, CarriesBothClassesToTheBaseRate) {
  const FlagCounts counts{.true_positives = 8, .positives = 10, .false_positives = 3, .negatives = 30};
  const auto here = *FlaggedRateOf(counts, std::nullopt, 0.95);
  EXPECT_DOUBLE_EQ(here.value, 11.0 / 40);
  EXPECT_NEAR(here.interval.low, 0.14601, 1e-4);
  EXPECT_NEAR(here.interval.high, 0.43887, 1e-4);
  const auto there = *FlaggedRateOf(counts, 0.01, 0.95);
  EXPECT_NEAR(there.value, 0.01 * 0.8 + 0.99 * 0.1, 1e-15);
  EXPECT_NEAR(there.interval.low, 0.020069848584, 1e-6);
  EXPECT_NEAR(there.interval.high, 0.296935589560, 1e-6);
}

// By hand: 9 of 10 flagged right among half positives is 9 : 1; at odds 1 : 9 of a positive it is even.
TEST(BreakEvenBaseRateOf, IsWhereThePrecisionJustHolds) {
  EXPECT_NEAR(*BreakEvenBaseRate(0.9, 0.5, 0.5), 0.1, 1e-12);
  EXPECT_NEAR(ShiftedShare(0.9, 0.5, *BreakEvenBaseRate(0.9, 0.5, 0.25)), 0.25, 1e-12);
  EXPECT_FALSE(BreakEvenBaseRate(1, 0.5, 0.5).has_value());
}

// The best threshold by the labels moves a lot from draw to draw; the interval of one draw holds the threshold whose true
// precision is the one asked for about as often as it says. By hand: N(2.5, 1) against N(0, 1) at 1 %: the true precision
// is 1/2 where the densities' tails are as 99 to 1, which bisection of NormalScores::Precision gives.
TEST(NaivePointOf, HasAThresholdThatIsNotSure) {
  const NormalScores source{2.5};
  double low = 0, high = 6;
  for (int i = 0; i < 100; ++i) (source.Precision((low + high) / 2, 0.01) < 0.5 ? low : high) = (low + high) / 2;
  int covered = 0;
  constexpr int kSets = 30;
  for (std::uint64_t draw = 0; draw < kSets; ++draw) {
    const auto curve = *BuildRankCurve(source.Draw(draw, 100, 9900).Get(), Thresholds::kAtPositives);
    const auto naive = *DescribeNaivePoint(curve, 0.5, std::nullopt, 0.95, 1);
    ASSERT_TRUE(naive.has_value());
    ASSERT_TRUE(naive->threshold.has_value()) << naive->note;
    EXPECT_GE(naive->point.precision, 0.5);
    EXPECT_LT(naive->threshold->low, naive->threshold->high);
    covered += naive->threshold->low <= low && low <= naive->threshold->high ? 1 : 0;
  }
  EXPECT_GT(covered, 0.7 * kSets);  // approximate: a maximum isn't a smooth statistic
}

TEST(NaivePointOf, IsEmptyWhereNothingReachesThePrecision) {
  QualityColumns cases;
  const std::vector<std::int32_t> label = {0, 1, 0, 0};
  const std::vector<double> score = {4, 3, 2, 1};
  cases.label = label, cases.score = score;
  const auto curve = *BuildRankCurve(cases);
  EXPECT_FALSE(DescribeNaivePoint(curve, 0.9, std::nullopt, 0.95, 1)->has_value());
  const FlagCounts counts = FlagCountsAt(curve, 2.5);
  EXPECT_EQ(counts.true_positives, 1u);
  EXPECT_EQ(counts.false_positives, 1u);
  EXPECT_EQ(counts.negatives, 3u);
  EXPECT_EQ(FlagCountsAt(curve, 9).false_positives, 0u);
}

}  // namespace
}  // namespace assay::metric
