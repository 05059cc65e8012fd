// SPDX-License-Identifier: Apache-2.0
#include "stats/paired_rate.h"

#include <gtest/gtest.h>

namespace assay::stats {
namespace {

struct TangoCase {
  PairedCounts counts;
  double low, high;
};

// Right values: roots in scipy 1.17.1 (brentq) of the score statistic, the likelihood under each difference maximised
// numerically (minimize_scalar) instead of by the quadratic equation. The first counts are the example of Fagerland,
// Lydersen, Laake, Stat. Med. 33 (2014) 2850-2875.
constexpr TangoCase kTango[] = {
    {{1, 1, 7, 12}, -0.5172322772702268, -0.026003032501135424},
    {{138, 12, 12, 38}, -0.05073428780978917, 0.050734287695763755},
    {{132, 6, 18, 44}, -0.11227264947275789, -0.012972194602221366},
    {{90, 3, 1, 6}, -0.028124043743321055, 0.07604788357100165},
};

TEST(TangoInterval, EqualsTheReference) {
  for (const TangoCase& c : kTango) {
    const auto interval = TangoInterval(c.counts, 0.95);
    ASSERT_TRUE(interval.has_value());
    EXPECT_NEAR(interval->low, c.low, 1e-6);
    EXPECT_NEAR(interval->high, c.high, 1e-6);
  }
}

TEST(TangoInterval, HasWidthWithoutADisagreementAndStaysInRange) {
  const auto same = TangoInterval({10, 0, 0, 5}, 0.95);
  ASSERT_TRUE(same.has_value());
  EXPECT_LT(same->low, 0);
  EXPECT_NEAR(same->low, -same->high, 1e-9);
  const auto all = TangoInterval({0, 4, 0, 0}, 0.95);
  ASSERT_TRUE(all.has_value());
  EXPECT_GT(all->low, 0);
  EXPECT_EQ(all->high, 1);
}

// Right values: the formula, written a second time in Python 3.11.
TEST(NewcombePairedInterval, EqualsTheReference) {
  const auto few = NewcombePairedInterval({1, 1, 7, 12}, 0.95);
  ASSERT_TRUE(few.has_value());
  EXPECT_NEAR(few->low, -0.506920226686141, 1e-9);
  EXPECT_NEAR(few->high, -0.02555912416485978, 1e-9);
  const auto many = NewcombePairedInterval({132, 6, 18, 44}, 0.95);
  ASSERT_TRUE(many.has_value());
  EXPECT_NEAR(many->low, -0.10868643902057835, 1e-9);
  EXPECT_NEAR(many->high, -0.011599582613507638, 1e-9);
}

TEST(PairedIntervals, AreMirroredWhenTheSystemsChangePlaces) {
  for (std::uint64_t b = 0; b < 6; ++b) {
    for (std::uint64_t c = 0; c < 6; ++c) {
      const auto one = TangoInterval({7, b, c, 3}, 0.9), other = TangoInterval({7, c, b, 3}, 0.9);
      EXPECT_NEAR(one->low, -other->high, 1e-9) << b << " " << c;
      EXPECT_LE(one->low, (static_cast<double>(b) - static_cast<double>(c)) / static_cast<double>(10 + b + c));
    }
  }
}

// (z sqrt(discordance) + z' sqrt(discordance - difference^2))^2 / difference^2 with z = 1.959964, z' = 0.841621.
TEST(PairedCases, ForADifference) {
  EXPECT_EQ(*PairedCasesForDifference(0.05, 0.01, 0.95, 0.8), 3923u);
  EXPECT_EQ(*PairedCasesForDifference(0.02, 0.005, 0.95, 0.8), 6277u);
  EXPECT_EQ(*PairedCasesForDifference(0.10, 0.05, 0.95, 0.8), 312u);
}

TEST(PairedCases, DetectableDifferenceIsTheInverse) {
  const auto difference = DetectableRateDifference(3923, 0.05, 0.95, 0.8);
  ASSERT_TRUE(difference.has_value() && difference->has_value());
  EXPECT_NEAR(**difference, 0.01, 1e-5);
  EXPECT_FALSE(DetectableRateDifference(10, 0.05, 0.95, 0.8)->has_value());  // (1.959964 sqrt(.05) + 0.841621 sqrt(.0475))^2 / .0025 = 154.6
}

TEST(PairedCases, RefuseWhatCannotBe) {
  EXPECT_EQ(TangoInterval({}, 0.95).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(TangoInterval({1, 0, 0, 0}, 1).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(PairedCasesForDifference(0.01, 0.05, 0.95, 0.8).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(DetectableRateDifference(0, 0.05, 0.95, 0.8).error().code, ErrorCode::kEmpty);
}

}  // namespace
}  // namespace assay::stats
