// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/level_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "metric/owned_cases.h"
#include "metric/resample/curve_bootstrap.h"

namespace assay::metric {
namespace {

std::vector<double> PositiveScores(const OwnedCases& cases) {
  std::vector<double> scores;
  for (std::size_t i = 0; i < cases.label.size(); ++i) {
    if (cases.label[i] == 1) scores.push_back(cases.score[i]);
  }
  return scores;
}

// Ties within and across the classes, both zeros; parts of unequal size, one of them often empty or of one class, added in
// another order than they were counted.
TEST(LevelCounts, OfPartsAddUpToTheWholeToTheLastBit) {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    const std::size_t count = 2 + seed * 17;
    OwnedCases cases = RandomCases(seed, count, seed % 2 == 0 ? 7 : 1'000'003);
    for (std::size_t i = 0; i < count; ++i) {
      if (seed % 5 == 2 && i % 3 != 0) cases.score[i] = i % 3 == 1 ? 0.0 : -0.0;
    }
    const std::uint64_t parts = 1 + seed % 6;
    std::vector<OwnedCases> part(parts);
    for (std::size_t i = 0; i < count; ++i) {
      OwnedCases& into = part[random::SplitMixAt(seed + 500, i) % parts * (random::SplitMixAt(seed + 600, i) % 2)];
      into.label.push_back(cases.label[i]);
      into.score.push_back(cases.score[i]);
    }
    std::vector<double> positives = PositiveScores(cases);
    LevelCounts all = *LevelsAt(positives);
    for (std::size_t k = parts; k-- > 0;) {
      std::ranges::reverse(positives);
      LevelCounts one = *LevelsAt(positives);
      ASSERT_TRUE(CountCases(part[k].Get(), one).has_value()) << seed;
      ASSERT_TRUE(AddCounts(one, all).has_value()) << seed;
    }
    const RankCurve merged = CurveOfCounts(all);
    const RankCurve whole = *BuildRankCurve(cases.Get(), Thresholds::kAtPositives);
    EXPECT_EQ(merged.threshold, whole.threshold) << seed;
    EXPECT_EQ(merged.true_positives, whole.true_positives) << seed;
    EXPECT_EQ(merged.false_positives, whole.false_positives) << seed;
    EXPECT_EQ(merged.cases, count) << seed;
    EXPECT_EQ(merged.positive_cases, whole.positive_cases) << seed;
    EXPECT_EQ(AveragePrecision(merged), AveragePrecision(whole)) << seed;
    EXPECT_EQ(RocAuc(merged), RocAuc(whole)) << seed;
    const CurveStatistic precision{&AveragePrecision, &AveragePrecisionLeavingOut};
    const auto of_parts = BootstrapCurve(merged, precision, {.seed = seed, .replicates = 100});
    const auto of_whole = BootstrapCurve(whole, precision, {.seed = seed, .replicates = 100});
    ASSERT_TRUE(of_parts && of_whole) << seed;
    EXPECT_EQ(of_parts->replicates, of_whole->replicates) << seed;
    ASSERT_EQ(of_parts->interval.has_value(), of_whole->interval.has_value()) << seed;
    if (!of_whole->interval) continue;
    EXPECT_EQ(of_parts->interval->low, of_whole->interval->low) << seed;
    EXPECT_EQ(of_parts->interval->high, of_whole->interval->high) << seed;
  }
}

TEST(LevelCounts, RefusesWhatDoesNotBelong) {
  LevelCounts counts = *LevelsAt(std::vector{0.5, 0.25, 0.5});
  EXPECT_EQ(counts.levels, (std::vector{0.5, 0.25}));
  const auto count = [&](const OwnedCases& cases) { return CountCases(cases.Get(), counts).error().code; };
  EXPECT_EQ(count({.ids = {}, .label = {0, 1}, .score = {.5, .375}, .weight = {}}), ErrorCode::kContradiction);
  EXPECT_EQ(count({.ids = {}, .label = {0, 2}, .score = {.5, .5}, .weight = {}}), ErrorCode::kOutOfRange);
  EXPECT_EQ(count({.ids = {}, .label = {0}, .score = {.5, .5}, .weight = {}}), ErrorCode::kContradiction);
  EXPECT_EQ(count({.ids = {}, .label = {0}, .score = {.5}, .weight = {2}}), ErrorCode::kContradiction);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(count({.ids = {}, .label = {0, 0}, .score = {.5, infinity}, .weight = {}}), ErrorCode::kNotFinite);
  EXPECT_EQ(counts.cases, 0u);  // nothing was counted on the way
  EXPECT_EQ(counts.gaps[0].level, 0u);
  EXPECT_EQ(LevelsAt(std::vector{infinity}).error().code, ErrorCode::kNotFinite);
  EXPECT_EQ(AddCounts(*LevelsAt(std::vector{0.5}), counts).error().code, ErrorCode::kContradiction);
  LevelCounts many = *LevelsAt(std::vector{0.5, 0.25});
  many.cases = (std::uint64_t{1} << 32) - 1;
  ASSERT_TRUE(CountCases(OwnedCases{.ids = {}, .label = {0}, .score = {.5}, .weight = {}}.Get(), counts).has_value());
  EXPECT_EQ(AddCounts(many, counts).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace assay::metric
