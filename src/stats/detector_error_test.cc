// SPDX-License-Identifier: Apache-2.0
#include "stats/detector_error.h"

#include <gtest/gtest.h>

#include <random>

namespace assay::stats {
namespace {

// By hand: q 0.3, sensitivity 0.8, specificity 0.85: (0.3 - 0.15) / 0.65.
TEST(DetectorError, CorrectsByTheFormula) {
  const auto corrected = *CorrectForDetector(30, 100, {80, 100, 170, 200}, 0.95);
  EXPECT_NEAR(*corrected.rate, 0.15 / 0.65, 1e-12);
  EXPECT_DOUBLE_EQ(corrected.raw, 0.3);
  EXPECT_LT(corrected.interval->low, *corrected.rate);
  EXPECT_GT(corrected.interval->high, *corrected.rate);
}

TEST(DetectorError, APerfectDetectorChangesNothing) {
  EXPECT_DOUBLE_EQ(*CorrectForDetector(7, 20, {50, 50, 60, 60}, 0.95)->rate, 7.0 / 20);
}

TEST(DetectorError, StaysInsideZeroToOne) {
  const auto none = *CorrectForDetector(0, 50, {40, 50, 45, 50}, 0.95);
  EXPECT_EQ(*none.rate, 0);
  EXPECT_EQ(none.interval->low, 0);
  EXPECT_GT(none.interval->high, 0);
}

TEST(DetectorError, ACoinMeasuresNothing) {
  const auto coin = *CorrectForDetector(30, 100, {11, 20, 10, 20}, 0.95);
  EXPECT_FALSE(coin.rate.has_value());
  EXPECT_FALSE(coin.interval.has_value());
  EXPECT_FALSE(coin.reason.empty());
}

TEST(DetectorError, RefusesCountsThatCannotBe) {
  EXPECT_FALSE(CorrectForDetector(3, 0, {1, 2, 1, 2}, 0.95).has_value());
  EXPECT_FALSE(CorrectForDetector(3, 2, {1, 2, 1, 2}, 0.95).has_value());
  EXPECT_FALSE(CorrectForDetector(1, 2, {3, 2, 1, 2}, 0.95).has_value());
}

// 2,000 draws each of 200 cases and 2 x 100 labelled ones; the binomial error of the coverage is 0.5 %.
TEST(DetectorError, TheIntervalCoversTheTrueRate) {
  std::mt19937 engine(20261129);
  const auto draw = [&](std::uint64_t n, double p) {
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < n; ++i) count += static_cast<double>(engine()) < p * 4294967296.0 ? 1 : 0;
    return count;
  };
  for (const double truth : {0.02, 0.1, 0.4}) {
    int covered = 0;
    for (int i = 0; i < 2000; ++i) {
      const DetectorCalibration calibration{draw(100, 0.85), 100, draw(100, 0.9), 100};
      const auto one = *CorrectForDetector(draw(200, truth * 0.85 + (1 - truth) * 0.1), 200, calibration, 0.95);
      covered += one.interval && one.interval->low <= truth && truth <= one.interval->high ? 1 : 0;
    }
    EXPECT_GE(covered, 0.935 * 2000) << truth;
  }
}

}  // namespace
}  // namespace assay::stats
