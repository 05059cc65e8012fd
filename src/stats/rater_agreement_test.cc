// SPDX-License-Identifier: Apache-2.0
#include "stats/rater_agreement.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::stats {
namespace {

struct Ratings {
  std::vector<std::int64_t> first, second;

  void Add(int count, std::int64_t a, std::int64_t b) {
    first.insert(first.end(), static_cast<std::size_t>(count), a);
    second.insert(second.end(), static_cast<std::size_t>(count), b);
  }
};

// By hand: 20 + 15 of 50 agree, 0.7; chance 0.5 x 0.6 + 0.5 x 0.4 = 0.5; (0.7 - 0.5) / 0.5. Errors: numpy, by the formula of
// Fleiss, Cohen, Everitt.
TEST(CohenKappa, EqualsTheFormula) {
  Ratings two;
  two.Add(20, 1, 1), two.Add(5, 1, 0), two.Add(10, 0, 1), two.Add(15, 0, 0);
  const auto kappa = CohenKappa(two.first, two.second, 0.95);
  ASSERT_TRUE(kappa);
  EXPECT_NEAR(kappa->value.value(), 0.4, 1e-12);
  EXPECT_NEAR(kappa->interval.value().high - 0.4, 1.959963984540054 * 0.12699606293110033, 1e-9);
  Ratings three;
  const int counts[3][3] = {{10, 2, 1}, {3, 8, 2}, {0, 4, 12}};
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) three.Add(counts[a][b], a, b);
  }
  const auto of_three = CohenKappa(three.first, three.second, 0.95);
  EXPECT_NEAR(of_three->value.value(), 0.5703324808184141, 1e-12);
  EXPECT_NEAR(of_three->value.value() - of_three->interval.value().low, 1.959963984540054 * 0.10447492102709821, 1e-9);
}

TEST(CohenKappa, OfOneCategoryIsUndefined) {
  const std::vector<std::int64_t> same = {1, 1, 1};
  EXPECT_FALSE(CohenKappa(same, same, 0.95)->value);
  const std::vector<std::int64_t> perfect = {1, 0, 1};
  const auto kappa = CohenKappa(perfect, perfect, 0.95);
  EXPECT_EQ(kappa->value, 1);
  EXPECT_FALSE(kappa->interval);  // no spread to take it from
  EXPECT_EQ(CohenKappa(same, {}, 0.95).error().code, ErrorCode::kContradiction);
  EXPECT_EQ(CohenKappa({}, {}, 0.95).error().code, ErrorCode::kEmpty);
}

}  // namespace
}  // namespace assay::stats
