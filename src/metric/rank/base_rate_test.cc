// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/base_rate.h"

#include <gtest/gtest.h>

namespace assay::metric {
namespace {

// Bayes by hand: TPR 0.9 and FPR 0.01 give precision 0.9 / 0.91 at one half, 0.47619 at 1 %, 0.08264 at 0.1 %.
TEST(ShiftedShare, FollowsBayes) {
  const double at_half = 0.9 / 0.91;
  EXPECT_NEAR(ShiftedShare(at_half, 0.5, 0.01), 0.01 * 0.9 / (0.01 * 0.9 + 0.99 * 0.01), 1e-15);
  EXPECT_NEAR(ShiftedShare(at_half, 0.5, 0.01), 0.47619, 5e-6);
  EXPECT_NEAR(ShiftedShare(at_half, 0.5, 0.001), 0.08264, 5e-6);
}

TEST(ShiftedShare, KeepsTheEndsAndComesBack) {
  EXPECT_EQ(ShiftedShare(0, 0.3, 0.01), 0);
  EXPECT_EQ(ShiftedShare(1, 0.3, 0.01), 1);
  for (const double share : {0.01, 0.25, 0.5, 0.99}) {
    EXPECT_NEAR(ShiftedShare(ShiftedShare(share, 0.3, 0.01), 0.01, 0.3), share, 1e-14);
    EXPECT_NEAR(ShiftedShare(share, 0.2, 0.2), share, 1e-15);
  }
}

}  // namespace
}  // namespace assay::metric
