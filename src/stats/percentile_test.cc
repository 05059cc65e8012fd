// SPDX-License-Identifier: Apache-2.0
#include "stats/percentile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace assay::stats {
namespace {

TEST(Percentile, TakesTheTruncatedIndex) {
  // By the definition trunc(n * p): of 10 values the 90th percentile is the largest, of 100 it is
  // number 91 from below.
  std::vector<std::int64_t> ten = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
  EXPECT_EQ(Percentile(ten, 0.9).value(), 10);
  EXPECT_EQ(Percentile(ten, 0.5).value(), 6);
  EXPECT_EQ(ten.front(), 10);  // not modified
  EXPECT_EQ(PercentileIndex(100, 0.9).value(), 90u);
  // 1000 * 0.999 is 999 in double; 100 * 0.29 is 28.999999999999996 and truncates.
  EXPECT_EQ(PercentileIndex(1000, 0.999).value(), 999u);
  EXPECT_EQ(PercentileIndex(100, 0.29).value(), 28u);
  EXPECT_EQ(PercentileIndex(1, 0.99).value(), 0u);
  EXPECT_EQ(PercentileIndex(std::uint64_t{1} << 60, std::nextafter(1.0, 0.0)).value(),
            (std::uint64_t{1} << 60) - 128);
}

TEST(Percentile, RefusesNoValuesAndBadShares) {
  EXPECT_EQ(Percentile({}, 0.5).error().code, ErrorCode::kEmpty);
  const std::vector<std::int64_t> one = {1};
  for (double share : {0.0, 1.0, -1.0, 99.0, std::nan("")}) {
    EXPECT_EQ(Percentile(one, share).error().code, ErrorCode::kOutOfRange);
    EXPECT_EQ(QuantileInterval(1, share, 0.95).error().code, ErrorCode::kOutOfRange);
  }
  EXPECT_EQ(QuantileInterval(0, 0.5, 0.95).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(QuantileInterval(1, 0.5, 1.0).error().code, ErrorCode::kOutOfRange);
}

TEST(QuantileInterval, EqualsTheTables) {
  // Median, two-sided 95 %: sign-test table (Dixon, Massey, table A-10): n = 10 -> values 2 and 9,
  // n = 20 -> 6 and 15, n = 25 -> 8 and 18, counted from 1. n = 5 has none.
  const auto expect = [](std::uint64_t n, std::uint64_t low, std::uint64_t high) {
    const auto ranks = QuantileInterval(n, 0.5, 0.95).value();
    EXPECT_EQ(ranks.low.value() + 1, low) << n;
    EXPECT_EQ(ranks.high.value() + 1, high) << n;
  };
  expect(10, 2, 9);
  expect(20, 6, 15);
  expect(25, 8, 18);
  EXPECT_FALSE(QuantileInterval(5, 0.5, 0.95)->low.has_value());
  EXPECT_FALSE(QuantileInterval(5, 0.5, 0.95)->high.has_value());
  // One-sided 95 % upper bound of the 95th percentile: 59 values are the fewest (0.95^59 = 0.0485),
  // and 99 % of the 99th: 459 (0.99^459 = 0.00992).
  EXPECT_FALSE(QuantileUpperRank(58, 0.95, 0.95)->has_value());
  EXPECT_EQ(QuantileUpperRank(59, 0.95, 0.95)->value(), 58u);
  EXPECT_FALSE(QuantileUpperRank(458, 0.99, 0.99)->has_value());
  EXPECT_EQ(QuantileUpperRank(459, 0.99, 0.99)->value(), 458u);
  EXPECT_EQ(QuantileLowerRank(59, 0.05, 0.95)->value(), 0u);
}

TEST(QuantileInterval, BoundsAreAsTightAsTheirLevelAllows) {
  // By the definition, with binomial terms summed directly: each side is wrong at most alpha, and
  // one rank closer isn't.
  for (std::uint64_t n : {7u, 30u, 64u, 120u}) {
    for (double share : {0.1, 0.5, 0.9}) {
      std::vector<double> term(n + 1, 0.0);
      term[0] = 1;
      for (std::uint64_t i = 0; i < n; ++i) {
        for (std::uint64_t k = i + 1; k > 0; --k)
          term[k] = term[k] * (1 - share) + term[k - 1] * share;
        term[0] *= 1 - share;
      }
      const auto at_most = [&](std::uint64_t k) {
        return std::accumulate(term.begin(), term.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                               0.0);
      };
      const auto ranks = QuantileInterval(n, share, 0.9).value();
      if (ranks.low) {
        EXPECT_LE(at_most(*ranks.low), 0.05);
        EXPECT_GT(at_most(*ranks.low + 1), 0.05);
      } else {
        EXPECT_GT(at_most(0), 0.05);
      }
      if (ranks.high) {
        EXPECT_GE(at_most(*ranks.high), 0.95 - 1e-12);
        if (*ranks.high > 0) {
          EXPECT_LT(at_most(*ranks.high - 1), 0.95);
        }
      } else {
        EXPECT_LT(at_most(n - 1), 0.95);
      }
    }
  }
}

TEST(QuantileInterval, CoversTheTruth) {
  // 2000 samples of 200 uniform numbers: the 0.9-quantile is 0.9. Coverage is at least 95 % by
  // theory; 93.5 % allows three standard errors of the simulation.
  std::mt19937 engine(11);  // its raw output is the same everywhere
  int covered = 0;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    std::vector<std::int64_t> values;
    for (int i = 0; i < 200; ++i) values.push_back(static_cast<std::int64_t>(engine()));
    std::sort(values.begin(), values.end());
    const auto interval = PercentileInterval(values, 0.9, 0.95).value().value();
    if (interval.low <= 0.9 * 4294967296 && interval.high >= 0.9 * 4294967296) ++covered;
  }
  EXPECT_GE(covered, 1870);
  EXPECT_LT(covered, 2000);
}

}  // namespace
}  // namespace assay::stats
