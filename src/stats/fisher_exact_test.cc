// SPDX-License-Identifier: Apache-2.0
#include "stats/fisher_exact.h"

#include <gtest/gtest.h>

namespace assay::stats {
namespace {

struct FisherCase {
  TwoByTwo table;
  double greater, less, two_sided;
};

// Right values: scipy 1.17.1, fisher_exact([[a, b], [c, d]], alternative).
constexpr FisherCase kFisherCases[] = {
    {{3, 1, 2, 8}, 0.0949050949050949, 0.995004995004995, 0.0949050949050949},
    {{0, 5, 5, 0}, 1.0, 0.003968253968253969, 0.007936507936507938},
    {{12, 5, 29, 40}, 0.03226617376062611, 0.9919783048682501, 0.056089438907823926},
    {{1, 0, 0, 1}, 0.5, 1.0, 1.0},
    {{30, 70, 50, 850}, 2.6355978461048196e-12, 0.9999999999996537, 2.6355978461048196e-12},
    {{2, 98, 48, 852}, 0.9692269647337115, 0.10563684515070164, 0.22221114204164244},
};

TEST(FisherExact, EqualsTheReference) {
  for (const FisherCase& c : kFisherCases) {
    const auto test = FisherExactTest(c.table);
    ASSERT_TRUE(test.has_value());
    EXPECT_NEAR(test->greater, c.greater, 1e-9 * c.greater);
    EXPECT_NEAR(test->less, c.less, 1e-9 * c.less);
    EXPECT_NEAR(test->two_sided, c.two_sided, 1e-9 * c.two_sided);
  }
}

// The tails overlap in the observed table: P[X >= k] + P[X <= k] = 1 + P[X = k]; swapping the groups swaps the tails.
TEST(FisherExact, TailsAndGroupsMirror) {
  for (std::uint64_t a = 0; a <= 6; ++a) {
    for (std::uint64_t c = 0; c <= 9; ++c) {
      const auto test = FisherExactTest({a, 6 - a, c, 9 - c});
      const auto swapped = FisherExactTest({c, 9 - c, a, 6 - a});
      EXPECT_GE(test->greater + test->less, 1);
      EXPECT_NEAR(test->greater, swapped->less, 1e-12);
      EXPECT_NEAR(test->two_sided, swapped->two_sided, 1e-9);
    }
  }
}

TEST(FisherExact, NoOutcomeAtAllShowsNothing) {
  EXPECT_EQ(FisherExactTest({0, 4, 0, 9})->greater, 1);
  EXPECT_EQ(FisherExactTest({4, 0, 9, 0})->two_sided, 1);
}

TEST(FisherExact, RefusesAnEmptyGroup) {
  EXPECT_EQ(FisherExactTest({0, 0, 1, 2}).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(FisherExactTest({1, 2, 0, 0}).error().what, "expected cases in both groups, found none outside");
}

}  // namespace
}  // namespace assay::stats
