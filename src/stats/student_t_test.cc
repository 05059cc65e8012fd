// SPDX-License-Identifier: Apache-2.0
#include "stats/student_t.h"

#include <gtest/gtest.h>

namespace assay::stats {
namespace {

// Right values: scipy 1.17.1, 2 * t.sf(t, df), t.ppf(0.5 + level / 2, df).
TEST(StudentT, EqualsTheReference) {
  EXPECT_NEAR(StudentTwoSided(2.0, 4), 0.11611652351681556, 1e-12);
  EXPECT_NEAR(StudentTwoSided(-0.5, 1), 0.7048327646991335, 1e-12);
  EXPECT_NEAR(StudentTwoSided(3.5, 9.5), 0.006188912576336071, 1e-12);
  EXPECT_NEAR(StudentTwoSided(12, 2), 0.00687293367715846, 1e-12);
  EXPECT_NEAR(StudentQuantile(0.95, 4), 2.7764451051977934, 1e-9);
  EXPECT_NEAR(StudentQuantile(0.95, 1), 12.706204736174694, 1e-8);
  EXPECT_NEAR(StudentQuantile(0.99, 9.5), 3.2070156284394886, 1e-9);
  EXPECT_NEAR(StudentQuantile(0.9, 100), 1.6602343260853392, 1e-9);
}

// Right values: scipy 1.17.1, nct.sf(c, n - 1, mean / deviation * sqrt(n)) + nct.cdf(-c, …), c the critical t.
TEST(MeanTest, PowerEqualsTheReference) {
  EXPECT_NEAR(*MeanTestPower(5, 0.05, 0.03, 0.95), 0.7932202350526227, 1e-6);
  EXPECT_NEAR(*MeanTestPower(2, 1, 1, 0.95), 0.09280915505633605, 1e-4);
  EXPECT_NEAR(*MeanTestPower(10, -0.02, 0.03, 0.9), 0.6186391846415532, 1e-6);
  EXPECT_NEAR(*MeanTestPower(50, 0.01, 0.03, 0.95), 0.6370942697479287, 1e-6);
}

// Right values: the least n whose power by scipy 1.17.1, as above, is at least 0.8.
TEST(MeanTest, FewestValuesEqualTheReference) {
  const std::pair<double, std::size_t> cases[] = {{0.01, 3}, {0.02, 4}, {0.03, 6}, {0.05, 10}, {0.10, 34}};
  for (const auto& [deviation, n] : cases) EXPECT_EQ(*ValuesForMean(0.05, deviation, 0.95, 0.8), n) << deviation;
}

TEST(MeanTest, WhatIsDetectableHasThePowerAskedFor) {
  for (const std::size_t n : {2u, 5u, 40u}) {
    const auto mean = DetectableMean(n, 0.03, 0.95, 0.8);
    ASSERT_TRUE(mean.has_value());
    EXPECT_NEAR(*MeanTestPower(n, *mean, 0.03, 0.95), 0.8, 1e-6) << n;
  }
}

TEST(MeanTest, RefusesWhatHasNoSpread) {
  EXPECT_EQ(MeanTestPower(1, 1, 1, 0.95).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(MeanTestPower(3, 1, 0, 0.95).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(ValuesForMean(0, 1, 0.95, 0.8).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(DetectableMean(3, 1, 0.95, 1.0).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace assay::stats
