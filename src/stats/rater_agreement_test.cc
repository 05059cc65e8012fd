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

// Krippendorff 2011, section C: four observers, twelve units, gaps; alpha 0.743.
TEST(KrippendorffAlpha, EqualsThePublishedExample) {
  const int rated[4][12] = {{1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0},
                            {1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3},
                            {0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0},
                            {1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0}};
  std::vector<std::optional<std::int64_t>> ratings;
  for (int unit = 0; unit < 12; ++unit) {
    for (int observer = 0; observer < 4; ++observer) {
      const int value = rated[observer][unit];
      ratings.push_back(value == 0 ? std::nullopt : std::optional<std::int64_t>(value));
    }
  }
  const auto alpha = KrippendorffAlpha(ratings, 4);
  ASSERT_TRUE(alpha);
  EXPECT_NEAR(alpha->value.value(), 0.743, 0.0005);
  EXPECT_EQ(alpha->n, 11u);  // the last unit has one rating
}

TEST(KrippendorffAlpha, RefusesWhatHasNoPair) {
  const std::vector<std::optional<std::int64_t>> lonely = {1, std::nullopt, std::nullopt, 2};
  EXPECT_EQ(KrippendorffAlpha(lonely, 2).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(KrippendorffAlpha(lonely, 3).error().code, ErrorCode::kContradiction);
  const std::vector<std::optional<std::int64_t>> same = {1, 1, 1, 1};
  EXPECT_FALSE(KrippendorffAlpha(same, 2)->value);
}

}  // namespace
}  // namespace assay::stats
