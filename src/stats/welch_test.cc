// SPDX-License-Identifier: Apache-2.0
#include "stats/welch.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace assay::stats {
namespace {

// Right values: scipy 1.17.1, ttest_ind([1, 2, 3, 4, 7], [2, 1, .5], equal_var=False).
TEST(WelchTest, EqualsTheReference) {
  const std::vector<double> a{1, 2, 3, 4, 7}, b{2, 1, 0.5};
  const auto test = WelchTestOf(a, b);
  ASSERT_TRUE(test && test->t);
  EXPECT_NEAR(*test->t, 1.9940122945962206, 1e-12);
  EXPECT_NEAR(test->freedom, 5.24885985303171, 1e-11);
  EXPECT_NEAR(test->two_sided, 0.10001601758552275, 1e-12);
  EXPECT_NEAR(test->greater, 0.10001601758552275 / 2, 1e-12);
  EXPECT_NEAR(WelchTestOf(b, a)->greater, 1 - 0.10001601758552275 / 2, 1e-12);
}

TEST(WelchTest, WithoutSpreadNothingIsShown) {
  const std::vector<double> a{1, 1}, b{0, 0, 0};
  const auto test = WelchTestOf(a, b);
  EXPECT_FALSE(test->t.has_value());
  EXPECT_EQ(test->difference, 1);
  EXPECT_EQ(test->greater, 1);
}

TEST(WelchTest, RefusesWhatHasNoMean) {
  const std::vector<double> one{1}, two{1, 2}, endless{1, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(WelchTestOf(one, two).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(WelchTestOf(two, endless).error().code, ErrorCode::kNotFinite);
}

}  // namespace
}  // namespace assay::stats
