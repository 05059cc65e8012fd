// SPDX-License-Identifier: Apache-2.0
#include "stats/repeat_difference.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::stats {
namespace {

const std::vector<double> kBefore{10, 11, 10.5, 12, 9.8}, kAfter{10.6, 11.3, 11.4, 12.5, 10.1};

// Right values: scipy 1.17.1, ttest_rel and its confidence_interval on the logarithms.
TEST(RepeatDifference, PairedEqualsTheReference) {
  const auto found = PairedRepeats(kBefore, kAfter);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->Change(), 0.04883277019139642, 1e-12);
  EXPECT_NEAR(found->PValue(), 0.009577767552696861, 1e-10);
  EXPECT_NEAR(found->ChangeInterval(0.95).low, 0.01946837, 1e-8);
  EXPECT_NEAR(found->ChangeInterval(0.95).high, 0.07904298, 1e-8);
  EXPECT_NEAR(found->deviation, 0.022869807876602484, 1e-12);
}

// Right values: scipy 1.17.1, ttest_ind(equal_var=False) on the logarithms.
TEST(RepeatDifference, UnpairedEqualsTheReference) {
  const auto found = UnpairedRepeats(kBefore, std::vector<double>{10.6, 11.3, 14, 12.5});
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->Change(), 0.13176882814421015, 1e-12);
  EXPECT_NEAR(found->PValue(), 0.14055056917680323, 1e-10);
  EXPECT_NEAR(found->log_ratio.freedom, 5.038407103155352, 1e-9);
  EXPECT_NEAR(found->ChangeInterval(0.95).low, -0.05625338, 1e-8);
  EXPECT_NEAR(found->ChangeInterval(0.95).high, 0.35725062, 1e-8);
}

TEST(RepeatDifference, NoiseThatBothSidesMetCancels) {
  const std::vector<double> noisy{10, 20, 40}, slower{11, 22, 44};
  EXPECT_NEAR(PairedRepeats(noisy, slower)->Change(), 0.1, 1e-12);
  EXPECT_LT(PairedRepeats(noisy, slower)->PValue(), 1e-6);
  EXPECT_GT(UnpairedRepeats(noisy, slower)->PValue(), 0.5);
}

TEST(RepeatDifference, EqualRunsHaveNoDifference) {
  const auto same = PairedRepeats(kBefore, kBefore);
  EXPECT_EQ(same->PValue(), 1);
  EXPECT_EQ(same->ChangeInterval(0.95).high, 0);
}

TEST(RepeatDifference, OneRunEachIsNoSpread) {
  const std::vector<double> one{1}, zero{0, 1}, two{1, 2};
  EXPECT_EQ(PairedRepeats(one, one).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(PairedRepeats(zero, two).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(PairedRepeats(two, kBefore).error().code, ErrorCode::kContradiction);
}

}  // namespace
}  // namespace assay::stats
