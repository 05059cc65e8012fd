// SPDX-License-Identifier: Apache-2.0
#include "stats/rate_difference.h"

#include <gtest/gtest.h>

namespace assay::stats {
namespace {

constexpr TwoRates kRates{90, 100, 95, 100};

// At the ends of the score interval the score test's p-value is what the level leaves. The p-value uses the likeliest
// rates under the difference, found here by search instead of by the closed form.
TEST(RateDifference, TheScoreIntervalInvertsTheScoreTest) {
  const auto interval = *ScoreDifferenceInterval(kRates, 0.95);
  EXPECT_NEAR(*ScoreDifferenceTest(kRates, interval.low), 0.05, 1e-9);
  EXPECT_NEAR(*ScoreDifferenceTest(kRates, interval.high), 0.05, 1e-9);
  // Right values: a search for the maximum of the likelihood gives p-value 0.05 at -0.1313197045 (n / (n - 1) included).
  EXPECT_NEAR(interval.low, -0.13131970450542693, 1e-8);
}

// statsmodels 0.15.0 has the successes for the trials of sample 2 in one coefficient; its low end, from
// tests/golden/metric/proportion_tests.jsonl, has p-value 0.0462 by the likeliest rates, not 0.05.
TEST(RateDifference, StatsmodelsAnswersAnotherQuestion) {
  EXPECT_NEAR(*ScoreDifferenceTest(kRates, -0.132889833120339, ScoreRule::kStatsmodels), 0.05, 1e-9);
  EXPECT_NEAR(*ScoreDifferenceTest(kRates, -0.132889833120339), 0.04624071, 1e-7);
}

TEST(RateDifference, NothingAgainstNothingKeepsAWidth) {
  const TwoRates none{0, 50, 0, 50};
  EXPECT_LT(NewcombeInterval(none, 0.95)->low, -0.05);
  EXPECT_GT(ScoreDifferenceInterval(none, 0.95)->high, 0.05);
  EXPECT_EQ(WaldDifferenceInterval(none, 0.95)->low, 0);  // what not to use
}

TEST(RateDifference, SwappingTheSamplesMirrorsTheInterval) {
  const TwoRates swapped{95, 100, 90, 100};
  for (const auto interval : {&NewcombeInterval, &WaldDifferenceInterval, &AgrestiCaffoInterval, &ScoreDifferenceInterval}) {
    EXPECT_NEAR(interval(kRates, 0.9)->low, -interval(swapped, 0.9)->high, 1e-12);
  }
  EXPECT_FALSE(NewcombeInterval({1, 0, 1, 2}, 0.95).has_value());
  EXPECT_FALSE(ScoreDifferenceTest(kRates, 1).has_value());
}

}  // namespace
}  // namespace assay::stats
