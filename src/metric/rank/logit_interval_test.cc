// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/logit_interval.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::metric {
namespace {

// By hand: logit(1/2) = 0, error 1, z(0.975) = 1.959963984540054 (normal table), so the ends are 1 / (1 + e^±z).
TEST(LogitInterval, IsNormalOnTheLogitScale) {
  const auto interval = LogitInterval(0.5, 1, 0.95);
  EXPECT_NEAR(interval->low, 1 / (1 + std::exp(1.959963984540054)), 1e-12);
  EXPECT_NEAR(interval->high, 1 / (1 + std::exp(-1.959963984540054)), 1e-12);
}

// Boyd's error at AP 1/2 with 100 positives is 1 / sqrt(100 / 4) = 1/5.
TEST(LogitInterval, OfAveragePrecision) {
  const auto expected = LogitInterval(0.5, 0.2, 0.9);
  const auto found = AveragePrecisionInterval(0.5, 100, 0.9);
  EXPECT_DOUBLE_EQ(found->low, expected->low);
  EXPECT_DOUBLE_EQ(found->high, expected->high);
  EXPECT_NE(found->method.find("approximate"), std::string::npos);
  EXPECT_FALSE(AveragePrecisionInterval(1, 100, 0.9).has_value());
  EXPECT_FALSE(AveragePrecisionInterval(0.5, 0, 0.9).has_value());
}

}  // namespace
}  // namespace assay::metric
