// SPDX-License-Identifier: Apache-2.0
#include "metric/sampling/pass_at_k.h"

#include <gtest/gtest.h>

namespace assay::metric {
namespace {

// By counting: of 4 tries 2 passed; of the 6 pairs 1 holds no pass and 1 only passes.
TEST(PassAtK, ByCountingPairs) {
  const auto pass = *EstimatePass(4, 2, 2);
  EXPECT_DOUBLE_EQ(pass.any, 5.0 / 6);
  EXPECT_DOUBLE_EQ(pass.all, 1.0 / 6);
}

TEST(PassAtK, WithOneTryBothAreTheRate) {
  EXPECT_NEAR(EstimatePass(200, 3, 1)->any, 3.0 / 200, 1e-15);
  EXPECT_DOUBLE_EQ(EstimatePass(200, 3, 1)->all, 3.0 / 200);
}

TEST(PassAtK, RefusesMoreThanWasTried) {
  EXPECT_FALSE(EstimatePass(3, 1, 4).has_value());
  EXPECT_FALSE(EstimatePass(3, 4, 1).has_value());
  EXPECT_FALSE(EstimatePass(3, 1, 0).has_value());
}

}  // namespace
}  // namespace assay::metric
