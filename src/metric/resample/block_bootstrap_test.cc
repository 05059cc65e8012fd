// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/block_bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "random/splitmix.h"

namespace assay::metric {
namespace {

double MeanOfValues(std::span<std::int64_t> values) {
  double sum = 0;
  for (const std::int64_t value : values) sum += static_cast<double>(value);
  return sum / static_cast<double>(values.size());
}

// 900 to 1100, uniform: the mean of n has variance 200^2 / 12 / n, its logarithm that over 1000^2.
TEST(BlockBootstrap, IndependentValuesHaveTheVarianceOfTheirMean) {
  std::vector<std::int64_t> values;
  for (std::uint64_t i = 0; i < 4000; ++i) values.push_back(900 + static_cast<std::int64_t>(random::SplitMixAt(7, i) % 201));
  const auto variance = BlockLogVariance(values, &MeanOfValues, 1);
  ASSERT_TRUE(variance);
  EXPECT_NEAR(*variance / (200.0 * 200 / 12 / 4000 / 1e6), 1, 0.35);  // 200 replicates: error 10 %, blocks ends 7 %
}

// The same values, each ten times in a row: as many independent ones are a tenth, the variance ten times. Drawing single
// values would see a tenth of that; blocks see most of it.
TEST(BlockBootstrap, NeighboursThatAreAlikeCountLess) {
  std::vector<std::int64_t> values;
  for (std::uint64_t i = 0; i < 400; ++i) {
    values.insert(values.end(), 10, 900 + static_cast<std::int64_t>(random::SplitMixAt(7, i) % 201));
  }
  const auto variance = BlockLogVariance(values, &MeanOfValues, 1);
  ASSERT_TRUE(variance);
  EXPECT_GT(*variance, 5 * (200.0 * 200 / 12 / 4000 / 1e6));
}

TEST(BlockBootstrap, IsTheSameForTheSameSeedAndEmptyForTooFew) {
  std::vector<std::int64_t> values(100, 5);
  values[3] = 9;
  EXPECT_EQ(BlockLogVariance(values, &MeanOfValues, 4), BlockLogVariance(values, &MeanOfValues, 4));
  EXPECT_FALSE(BlockLogVariance(std::span(values).first(49), &MeanOfValues, 4));
  values[3] = -1'000'000;
  EXPECT_FALSE(BlockLogVariance(values, &MeanOfValues, 4));
}

}  // namespace
}  // namespace assay::metric
