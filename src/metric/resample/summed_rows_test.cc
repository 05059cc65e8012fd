// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/summed_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/resample/cell_bootstrap.h"

namespace assay::metric {
namespace {

std::optional<double> MeanOfSums(std::span<const double> sums) {
  if (sums[1] == 0) return std::nullopt;
  return sums[0] / sums[1];
}

SummedRows Squares(std::size_t count) {
  SummedRows rows{.width = 2};
  for (std::size_t i = 0; i < count; ++i) {
    rows.values.push_back(static_cast<double>(i * i % 7));
    rows.values.push_back(1);
  }
  return rows;
}

// The same draws and the same jackknife as the bootstrap of any statistic.
TEST(SummedRows, EqualsTheGeneralBootstrap) {
  const SummedRows rows = Squares(40);
  const Statistic general = [&](std::span<const std::uint32_t> times) {
    std::vector<double> sums(2);
    for (std::size_t i = 0; i < times.size(); ++i) {
      sums[0] += times[i] * rows.values[2 * i];
      sums[1] += times[i];
    }
    return MeanOfSums(sums);
  };
  const BootstrapRequest request{.seed = 7, .replicates = 300};
  const auto summed = BootstrapSums(rows, &MeanOfSums, request);
  const auto plain = Bootstrap(*Resampler::OfCases(40), general, request);
  ASSERT_TRUE(summed && plain && summed->interval && plain->interval);
  EXPECT_EQ(summed->replicates, plain->replicates);
  EXPECT_NEAR(summed->interval->low, plain->interval->low, 1e-12);
  EXPECT_NEAR(summed->interval->high, plain->interval->high, 1e-12);
  EXPECT_EQ(summed->interval->method, plain->interval->method);
}

// Many rows of either width are drawn in other ways: the spread stays that of the closed form, sigma / sqrt(n) of the second
// value's mean, to three errors of 2,000 replicates.
TEST(SummedRows, ManyRowsSpreadAsFew) {
  for (const std::size_t width : {std::size_t{2}, std::size_t{3}}) {
    SummedRows rows{.width = width};
    double sum = 0, square = 0;
    constexpr std::size_t kCount = kRowsDrawnSingly + 1;
    for (std::size_t i = 0; i < kCount; ++i) {
      const auto value = static_cast<double>(i * i % 1009 + (i % 100 == 0 ? 5000 : 0));
      for (std::size_t k = 0; k < width; ++k) rows.values.push_back(k == 1 ? value : 1);
      sum += value, square += value * value;
    }
    const double mean = sum / kCount;
    const auto found = BootstrapSums(
        rows, [](std::span<const double> sums) { return std::optional(sums[1] / sums[0]); }, {.seed = 3, .threads = 2});
    ASSERT_TRUE(found && found->interval);
    EXPECT_NEAR(found->estimate, mean, 1e-9 * mean);
    const double right = std::sqrt((square / kCount - mean * mean) / kCount);
    EXPECT_NEAR(stats::BootstrapError(found->replicates) / right, 1, 0.05) << width;
    EXPECT_NEAR(found->interval->low, mean - 1.96 * right, 0.2 * right) << width;
    EXPECT_NEAR(found->interval->high, mean + 1.96 * right, 0.2 * right) << width;
  }
}

TEST(SummedRows, ThreadsChangeNothing) {
  BootstrapRequest request{.seed = 1, .replicates = 200};
  const auto one = BootstrapSums(Squares(25), &MeanOfSums, request);
  request.threads = 3;
  const auto three = BootstrapSums(Squares(25), &MeanOfSums, request);
  ASSERT_TRUE(one && three);
  EXPECT_EQ(one->replicates, three->replicates);
}

TEST(SummedRows, GroupsAddUp) {
  const SummedRows rows{.width = 2, .values = {1, 1, 2, 1, 4, 1}};
  const std::vector<std::int64_t> group{5, 9, 5};
  EXPECT_EQ(rows.Grouped(group).values, (std::vector<double>{5, 2, 2, 1}));
}

TEST(SummedRows, NothingToDrawIsAnError) {
  EXPECT_EQ(BootstrapSums({.width = 2}, &MeanOfSums, {}).error().code, ErrorCode::kEmpty);
}

}  // namespace
}  // namespace assay::metric
