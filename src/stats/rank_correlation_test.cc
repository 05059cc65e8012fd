// SPDX-License-Identifier: Apache-2.0
#include "stats/rank_correlation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assay::stats {
namespace {

// Right values: scipy 1.17.1, spearmanr.
TEST(RankCorrelation, EqualsTheReference) {
  EXPECT_NEAR(**RankCorrelation(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{5, 6, 7, 8, 7}),
              0.8207826816681233, 1e-14);
  EXPECT_NEAR(**RankCorrelation(std::vector<double>{1, 1, 2, 2}, std::vector<double>{1, 2, 3, 3}), 0.9428090415820635,
              1e-14);
}

// Only the order counts: a rising function leaves it at 1, a falling one at -1.
TEST(RankCorrelation, SeesTheOrderOnly) {
  std::vector<double> x, rising, falling;
  for (int i = 0; i < 50; ++i) {
    x.push_back(std::sin(i));
    rising.push_back(std::exp(3 * x.back()));
    falling.push_back(-x.back());
  }
  EXPECT_DOUBLE_EQ(**RankCorrelation(x, rising), 1);
  EXPECT_DOUBLE_EQ(**RankCorrelation(x, falling), -1);
}

TEST(RankCorrelation, UndefinedForOneValueAndRefusedForNone) {
  EXPECT_FALSE(RankCorrelation(std::vector<double>{1, 1, 1}, std::vector<double>{1, 2, 3})->has_value());
  EXPECT_EQ(RankCorrelation(std::vector<double>{1}, std::vector<double>{1}).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(RankCorrelation(std::vector<double>{1, 2}, std::vector<double>{1}).error().code, ErrorCode::kContradiction);
  EXPECT_EQ(RankCorrelation(std::vector<double>{1, NAN}, std::vector<double>{1, 2}).error().code, ErrorCode::kNotFinite);
}

}  // namespace
}  // namespace assay::stats
