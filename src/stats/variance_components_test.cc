// SPDX-License-Identifier: Apache-2.0
#include "stats/variance_components.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assay::stats {
namespace {

// Shrout & Fleiss 1979, table 2: six targets, four judges; between mean square 11.24, within 6.26, ICC(1,1) 0.17.
TEST(VarianceComponents, EqualThePublishedExample) {
  const std::vector<double> values = {9, 2, 5, 8, 6, 1, 3, 2, 8, 4, 6, 8, 7, 1, 2, 6, 10, 5, 6, 9, 6, 2, 4, 7};
  std::vector<std::int64_t> target;
  for (std::size_t i = 0; i < values.size(); ++i) target.push_back(static_cast<std::int64_t>(i / 4));
  const auto parts = PartVariance(values, target);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->groups, 6u);
  EXPECT_EQ(parts->per_group, 4);
  EXPECT_NEAR(parts->within, 6.26, 0.005);
  EXPECT_NEAR(parts->between, (11.24 - 6.26) / 4, 0.005);
  EXPECT_NEAR(parts->share.value(), 0.166, 0.0005);
}

// Groups that all score alike inside: all of the variance lies between; the other way round none does.
TEST(VarianceComponents, AtTheirEnds) {
  EXPECT_NEAR(PartVariance(std::vector<double>{1, 1, 0, 0}, std::vector<std::int64_t>{5, 5, 9, 9})->share.value(), 1, 1e-15);
  const auto within = PartVariance(std::vector<double>{1, 0, 1, 0}, std::vector<std::int64_t>{5, 5, 9, 9});
  EXPECT_NEAR(within->share.value(), -1, 1e-15);
  EXPECT_EQ(within->between, 0);
  EXPECT_FALSE(PartVariance(std::vector<double>{1, 1, 1}, std::vector<std::int64_t>{0, 0, 1})->share);
}

TEST(VarianceComponents, RefuseWhatHasNoRepeat) {
  EXPECT_EQ(PartVariance(std::vector<double>{1, 0}, std::vector<std::int64_t>{0, 1}).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(PartVariance(std::vector<double>{1, 0}, std::vector<std::int64_t>{0, 0}).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(PartVariance(std::vector<double>{1}, std::vector<std::int64_t>{0, 0}).error().code, ErrorCode::kContradiction);
  EXPECT_EQ(PartVariance(std::vector<double>{1, NAN, 0}, std::vector<std::int64_t>{0, 0, 1}).error().code, ErrorCode::kNotFinite);
}

}  // namespace
}  // namespace assay::stats
