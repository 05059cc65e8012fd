// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/summed_rows.h"

#include <gtest/gtest.h>

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
