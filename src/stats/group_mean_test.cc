// SPDX-License-Identifier: Apache-2.0
#include "stats/group_mean.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::stats {
namespace {

GroupValue WithError(double value, double error, std::uint64_t n) {
  return {.value = value, .standard_error = error, .interval = std::nullopt, .n = n};
}

// lm-evaluation-harness PR #3882 and #1390: 0.60 (error 0.05, 100 cases) and 0.90 (0.01, 900). By arithmetic:
// sqrt(0.05^2 + 0.01^2) / 2 = 0.025495, sqrt((100 * 0.05)^2 + (900 * 0.01)^2) / 1000 = 0.010296.
TEST(GroupMean, EachMeanHasItsOwnError) {
  const std::vector<GroupValue> groups = {WithError(0.60, 0.05, 100), WithError(0.90, 0.01, 900)};
  const auto same = MeanOfGroups(groups);
  ASSERT_TRUE(same);
  EXPECT_NEAR(same->value, 0.75, 1e-15);
  EXPECT_NEAR(same->standard_error.value(), 0.025495097567963923, 1e-15);
  const auto by_size = MeanBySize(groups);
  ASSERT_TRUE(by_size);
  EXPECT_NEAR(by_size->value, 0.87, 1e-15);
  EXPECT_NEAR(by_size->standard_error.value(), 0.010295630140987, 1e-15);
  EXPECT_EQ(by_size->n, 1000u);
}

// scikit-learn #8245: a slice without positives isn't 0.
TEST(GroupMean, AnUndefinedGroupIsLeftOutAndCounted) {
  const std::vector<GroupValue> groups = {{.value = 0.9, .n = 10}, {.value = std::nullopt, .n = 5}, {.value = 0.7, .n = 10}};
  const auto mean = MeanOfGroups(groups);
  ASSERT_TRUE(mean);
  EXPECT_NEAR(mean->value, 0.8, 1e-15);
  EXPECT_EQ(mean->groups, 2u);
  EXPECT_EQ(mean->n, 20u);
  EXPECT_FALSE(mean->standard_error);
  EXPECT_FALSE(mean->interval);
}

TEST(GroupMean, NoValueNoMean) {
  EXPECT_FALSE(MeanOfGroups({}));
  const std::vector<GroupValue> undefined = {{.value = std::nullopt, .n = 5}};
  EXPECT_FALSE(MeanOfGroups(undefined));
  const std::vector<GroupValue> empty = {{.value = 0.5, .n = 0}};
  EXPECT_TRUE(MeanOfGroups(empty));
  EXPECT_FALSE(MeanBySize(empty));
}

// With symmetric intervals of z errors MOVER is the z interval of the mean: z * 0.025495.
TEST(GroupMean, SymmetricIntervalsAddLikeErrors) {
  std::vector<GroupValue> groups = {WithError(0.60, 0.05, 100), WithError(0.90, 0.01, 900)};
  const double z = 1.96;
  for (GroupValue& group : groups) {
    group.interval = Interval{.low = *group.value - z * *group.standard_error, .high = *group.value + z * *group.standard_error,
                              .level = 0.95, .method = "z"};
  }
  const auto mean = MeanOfGroups(groups);
  ASSERT_TRUE(mean && mean->interval);
  EXPECT_NEAR(mean->interval->low, 0.75 - z * 0.025495097567963923, 1e-12);
  EXPECT_NEAR(mean->interval->high, 0.75 + z * 0.025495097567963923, 1e-12);
}

}  // namespace
}  // namespace assay::stats
