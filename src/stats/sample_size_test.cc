// SPDX-License-Identifier: Apache-2.0
#include "stats/sample_size.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/clopper_pearson.h"

namespace assay::stats {
namespace {

TEST(SampleSize, ZeroMissesEqualTheLogarithms) {
  // ceil(log(0.05) / log(bound)).
  EXPECT_EQ(ZeroMissCount(0.8, 0.95).value(), 14u);
  EXPECT_EQ(ZeroMissCount(0.9, 0.95).value(), 29u);
  EXPECT_EQ(ZeroMissCount(0.95, 0.95).value(), 59u);
  EXPECT_EQ(ZeroMissCount(0.99, 0.95).value(), 299u);
  EXPECT_EQ(ZeroMissCount(0.999, 0.95).value(), 2995u);
}

TEST(SampleSize, MissesAgreeWithTheBound) {
  for (std::uint64_t n = 1; n <= 300; n += 13) {
    const auto most = MostMisses(n, 0.8, 0.95).value();
    if (!most) {
      EXPECT_LT(ClopperPearsonLower(n, n, 0.95).value(), 0.8);
      continue;
    }
    EXPECT_GE(ClopperPearsonLower(n - *most, n, 0.95).value(), 0.8) << n;
    EXPECT_LT(ClopperPearsonLower(n - *most - 1, n, 0.95).value(), 0.8) << n;
  }
}

// Right values: sizes at which the exact power was found to hold (a search on a coarse grid with a
// finite look-ahead, so slightly below a size that is safe for all larger ones, or above the first
// that holds).
struct SizeCase {
  double bound, truth, power;
  std::uint64_t published;
};
constexpr SizeCase kSizeCases[] = {
    {.8, .85, .8, 384},    {.8, .85, .9, 531},    {.8, .9, .8, 90},     {.8, .9, .9, 120},
    {.9, .93, .8, 601},    {.9, .93, .9, 800},    {.9, .95, .8, 195},   {.9, .95, .9, 264},
    {.9, .98, .8, 61},     {.9, .98, .9, 77},     {.95, .975, .8, 414}, {.95, .975, .9, 556},
    {.99, .995, .8, 2068}, {.99, .995, .9, 2686},
};

TEST(SampleSize, AgreesWithPublishedSizes) {
  for (const SizeCase& c : kSizeCases) {
    EXPECT_GE(ClaimPower(c.published, c.bound, c.truth, 0.95).value(), c.power) << c.published;
    const double safe =
        static_cast<double>(SampleSizeForClaim(c.bound, c.truth, 0.95, c.power)->value());
    EXPECT_NEAR(safe / static_cast<double>(c.published), 1, 0.16) << c.published;
  }
}

TEST(SampleSize, IsTheSmallestThatStaysSafe) {
  // By the definition: power holds at it and after it, and fails just before.
  for (const SizeCase& c : kSizeCases) {
    const std::uint64_t safe = SampleSizeForClaim(c.bound, c.truth, 0.95, c.power)->value();
    EXPECT_LT(ClaimPower(safe - 1, c.bound, c.truth, 0.95).value(), c.power) << safe;
    for (std::uint64_t n = safe; n < safe + 600; ++n) {
      ASSERT_GE(ClaimPower(n, c.bound, c.truth, 0.95).value(), c.power) << n << " after " << safe;
    }
  }
}

TEST(SampleSize, DecidesBothWays) {
  // 9 of 10 suggests .9: the size for that truth. The other way round, 1 of 10 against ".2 or more"
  // mirrors it.
  const auto safe = SampleSizeForClaim(0.8, 0.9, 0.95, 0.8).value();
  EXPECT_EQ(DecidingSampleSize(9, 10, 0.8, 0.95, 0.8).value(), safe);
  EXPECT_NEAR(static_cast<double>(DecidingSampleSize(1, 10, 0.2, 0.95, 0.8)->value()),
              static_cast<double>(*safe), 0.5);
  // No miss so far: the zero-miss count. At the bound itself nothing decides.
  EXPECT_EQ(DecidingSampleSize(5, 5, 0.9, 0.95, 0.8)->value(), 29u);
  EXPECT_FALSE(DecidingSampleSize(8, 10, 0.8, 0.95, 0.8)->has_value());
  EXPECT_FALSE(SampleSizeForClaim(0.8, 0.7, 0.95, 0.8)->has_value());
}

TEST(SampleSize, RefusesWhatIsOutside) {
  EXPECT_EQ(ZeroMissCount(1.0, 0.95).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(ZeroMissCount(1 - 1e-12, 0.95).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(SampleSizeForClaim(0.5, 1.5, 0.95, 0.8).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(DecidingSampleSize(0, 0, 0.5, 0.95, 0.8).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(MostMisses(0, 0.5, 0.95).error().code, ErrorCode::kEmpty);
}

}  // namespace
}  // namespace assay::stats
