// SPDX-License-Identifier: Apache-2.0
#include "sut/synthetic_system/service_time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace assay::sut {
namespace {

constexpr std::uint64_t kDraws = 200'000;

std::vector<double> Draw(const ServiceTime& time) {
  std::vector<double> times;
  for (std::uint64_t i = 0; i < kDraws; ++i) times.push_back(static_cast<double>(time.Draw(i, 1, 0)));
  std::ranges::sort(times);
  return times;
}

double Mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Textbook moments and medians for mean 1e6 ns. The seed is fixed; tolerances are five standard errors of the mean
// (sd / sqrt(200000)): exponential sd = mean, lognormal sd = mean sqrt(exp(0.25) - 1) = 0.533 mean, uniform 0.577 mean.
TEST(ServiceTime, HasTheStatedMeanAndMedian) {
  const double tolerance = 5e6 / std::sqrt(static_cast<double>(kDraws));
  const random::SplitMix draws(42, 1);
  auto times = Draw({.shape = LatencyShape::kExponential, .mean_ns = 1e6, .draws = draws});
  EXPECT_NEAR(Mean(times), 1e6, tolerance);
  EXPECT_NEAR(times[kDraws / 2], 1e6 * std::log(2.0), tolerance);
  times = Draw({.shape = LatencyShape::kLognormal, .mean_ns = 1e6, .sigma = 0.5, .draws = draws});
  EXPECT_NEAR(Mean(times), 1e6, tolerance);
  EXPECT_NEAR(times[kDraws / 2], 1e6 * std::exp(-0.125), tolerance);
  times = Draw({.shape = LatencyShape::kUniform, .mean_ns = 1e6, .draws = draws});
  EXPECT_NEAR(Mean(times), 1e6, tolerance);
  EXPECT_GE(times.front(), 0);
  EXPECT_LT(times.back(), 2e6);
  times = Draw({.shape = LatencyShape::kConstant, .mean_ns = 1e6, .draws = draws});
  EXPECT_EQ(times.front(), 1e6);
  EXPECT_EQ(times.back(), 1e6);
}

// 1000 ns x (1 + 0.1 x 9 further items) x (1 + 0.5 x 4 s) = 1000 x 1.9 x 3 = 5700 ns.
TEST(ServiceTime, GrowsWithTheBatchAndWithAge) {
  const ServiceTime time{.mean_ns = 1'000, .per_item = 0.1, .drift = 0.5, .draws = random::SplitMix(1)};
  EXPECT_EQ(time.Draw(0, 1, 0), 1'000);
  EXPECT_EQ(time.Draw(0, 10, 4'000'000'000), 5'700);
}

TEST(ServiceTime, StaysInRange) {
  const ServiceTime time{.mean_ns = 1e300, .draws = random::SplitMix(1)};
  EXPECT_EQ(time.Draw(0, 1, 0), std::int64_t{1} << 62);
}

}  // namespace
}  // namespace assay::sut
