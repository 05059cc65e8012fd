// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/rank_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "metric/golden_cases.h"
#include "metric/owned_cases.h"

namespace assay::metric {
namespace {

void ExpectNear(double found, double expected, const std::string& id) {
  EXPECT_NEAR(found, expected, 1e-12 * std::max(std::abs(expected), 1e-300)) << id;
}

void CheckCurve(const RankCurve& curve, const GoldenCase& golden) {
  const base::JsonValue& value = *golden.expected.Find("value");
  auto points = PrecisionRecallPoints(curve);
  std::ranges::reverse(points);  // the reference ascends in threshold and appends (recall 0, precision 1)
  const auto precision = GoldenNumbers(value.Find("precision"));
  const auto recall = GoldenNumbers(value.Find("recall"));
  const auto threshold = GoldenNumbers(value.Find("thresholds"));
  ASSERT_EQ(points.size(), threshold.size()) << golden.id;
  for (std::size_t i = 0; i < points.size(); ++i) {
    ExpectNear(points[i].precision, precision[i], golden.id);
    ExpectNear(points[i].recall, recall[i], golden.id);
    EXPECT_EQ(points[i].threshold, threshold[i]) << golden.id;
  }
}

void CheckRecallAtPrecision(const RankCurve& curve, const GoldenCase& golden) {
  const base::JsonValue& value = *golden.expected.Find("value");
  const auto point = RecallAtPrecision(curve, golden.params.Find("min_precision")->AsDouble().value());
  const double threshold = GoldenNumber(*value.Find("threshold"));
  ASSERT_EQ(point.has_value(), !std::isnan(threshold)) << golden.id;
  if (!point) return;
  ExpectNear(point->recall, GoldenNumber(*value.Find("recall")), golden.id);
  ExpectNear(point->precision, GoldenNumber(*value.Find("precision")), golden.id);
  EXPECT_EQ(point->threshold, threshold) << golden.id;
}

// Right values: tests/golden/metric/binary_rank.jsonl.
TEST(RankCurve, EqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : ReadGolden("metric/binary_rank.jsonl")) {
    const bool one_number = golden.fn == "average_precision" || golden.fn == "roc_auc";
    if (!one_number && golden.fn != "precision_recall_curve" && golden.fn != "recall_at_precision") continue;
    ++checked;
    const OwnedCases cases = FromGolden(golden.in);
    const auto curve = BuildRankCurve(cases.Get());
    ASSERT_EQ(curve.has_value(), golden.expected.Find("error") == nullptr) << golden.id;
    if (!curve) continue;
    const bool undefined = golden.expected.Find("warnings") != nullptr;
    if (one_number) {
      const auto found = golden.fn == "roc_auc" ? RocAuc(*curve) : AveragePrecision(*curve);
      ASSERT_EQ(found.has_value(), !undefined) << golden.id;
      if (found) ExpectNear(*found, GoldenNumber(*golden.expected.Find("value")), golden.id);
    } else if (golden.fn == "recall_at_precision") {
      CheckRecallAtPrecision(*curve, golden);
    } else if (undefined) {
      EXPECT_TRUE(PrecisionRecallPoints(*curve).empty()) << golden.id;
    } else {
      CheckCurve(*curve, golden);
    }
  }
  EXPECT_EQ(checked, 167);  // 34 average_precision, 27 roc_auc, 24 curves, 82 recall_at_precision
}

// The usual definition of AP by ranks, without ties: mean over positives of precision at their rank.
TEST(RankCurve, AveragePrecisionIsTheMeanPrecisionAtPositives) {
  const OwnedCases cases{{}, {1, 0, 1, 0, 0, 1}, {.9, .8, .7, .6, .5, .4}, {}};
  EXPECT_DOUBLE_EQ(*AveragePrecision(*BuildRankCurve(cases.Get())), (1.0 + 2.0 / 3 + 3.0 / 6) / 3);
}

TEST(RankCurve, OnlyTheOrderOfScoresCounts) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const OwnedCases cases = RandomCases(seed, 200, seed % 2 == 0 ? 7 : 100000);
    OwnedCases bent = cases;
    for (double& score : bent.score) score = std::exp(3 * score) - 5;  // strictly increasing
    const auto straight_curve = BuildRankCurve(cases.Get());
    const auto bent_curve = BuildRankCurve(bent.Get());
    EXPECT_EQ(AveragePrecision(*straight_curve), AveragePrecision(*bent_curve));
    EXPECT_EQ(RocAuc(*straight_curve), RocAuc(*bent_curve));
  }
}

TEST(RankCurve, OrderOfRowsDoesNotCount) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const OwnedCases cases = RandomCases(seed, 200, 11);
    OwnedCases mixed = cases;
    std::ranges::reverse(mixed.label);
    std::ranges::reverse(mixed.score);
    std::rotate(mixed.label.begin(), mixed.label.begin() + 63, mixed.label.end());
    std::rotate(mixed.score.begin(), mixed.score.begin() + 63, mixed.score.end());
    EXPECT_EQ(AveragePrecision(*BuildRankCurve(cases.Get())), AveragePrecision(*BuildRankCurve(mixed.Get())));
    EXPECT_EQ(RocAuc(*BuildRankCurve(cases.Get())), RocAuc(*BuildRankCurve(mixed.Get())));
  }
}

TEST(RankCurve, AWeightIsThatManyCopies) {
  const OwnedCases cases = RandomCases(5, 100, 13);
  OwnedCases weighted = cases;
  OwnedCases repeated;
  for (std::size_t i = 0; i < cases.label.size(); ++i) {
    weighted.weight.push_back(static_cast<double>(i % 4));
    for (std::size_t copy = 0; copy < i % 4; ++copy) {
      repeated.label.push_back(cases.label[i]);
      repeated.score.push_back(cases.score[i]);
    }
  }
  EXPECT_NEAR(*AveragePrecision(*BuildRankCurve(weighted.Get())), *AveragePrecision(*BuildRankCurve(repeated.Get())),
              1e-14);
  EXPECT_NEAR(*RocAuc(*BuildRankCurve(weighted.Get())), *RocAuc(*BuildRankCurve(repeated.Get())), 1e-14);
}

TEST(RankCurve, SwappingTheClassesMirrorsRocAuc) {
  const OwnedCases cases = RandomCases(9, 300, 17);
  OwnedCases swapped = cases;
  for (std::int32_t& label : swapped.label) label = 1 - label;
  for (double& score : swapped.score) score = -score;
  EXPECT_NEAR(*RocAuc(*BuildRankCurve(cases.Get())), *RocAuc(*BuildRankCurve(swapped.Get())), 1e-14);
}

// The curve row by row, sorted by comparison: what the sums mean, without anything that makes them fast.
RankCurve PlainCurve(const OwnedCases& cases) {
  std::vector<std::size_t> order(cases.label.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto weight = [&](std::size_t row) { return cases.weight.empty() ? 1.0 : cases.weight[row]; };
  std::erase_if(order, [&](std::size_t row) { return weight(row) == 0; });
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return cases.score[a] > cases.score[b]; });
  RankCurve curve;
  for (const std::size_t row : order) {
    (cases.label[row] == 1 ? curve.positives : curve.negatives) += weight(row);
    if (curve.threshold.empty() || cases.score[row] != curve.threshold.back()) {
      curve.threshold.push_back(cases.score[row]);
      curve.true_positives.push_back(0);
      curve.false_positives.push_back(0);
    }
    curve.true_positives.back() = curve.positives;
    curve.false_positives.back() = curve.negatives;
  }
  return curve;
}

// With ties and without, of every share of positives, weighted or not; a zero has either sign.
TEST(RankCurve, EqualsThePlainOneToTheLastBit) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::size_t count = seed < 50 ? 1 + seed * 7 : 40000 * (seed - 49);
    OwnedCases cases = RandomCases(seed, count, seed % 3 == 0 ? 5 : 1'000'003);
    for (std::size_t i = 0; i < count; ++i) {
      if (seed % 4 == 1) cases.label[i] = random::SplitMixAt(seed + 1000, i) % 100 == 0 ? 1 : 0;
      if (seed % 5 == 2 && i % 3 != 0) cases.score[i] = i % 3 == 1 ? 0.0 : -0.0;
      if (seed % 2 == 1) cases.weight.push_back(0.1 * static_cast<double>(random::SplitMixAt(seed + 2000, i) % 4));
    }
    if (seed % 2 == 1) cases.weight.front() = 1;
    const RankCurve plain = PlainCurve(cases);
    const RankCurve curve = *BuildRankCurve(cases.Get());
    EXPECT_EQ(curve.threshold, plain.threshold) << seed;
    EXPECT_EQ(curve.true_positives, plain.true_positives) << seed;
    EXPECT_EQ(curve.false_positives, plain.false_positives) << seed;
    EXPECT_EQ(curve.positives, plain.positives) << seed;
    EXPECT_EQ(curve.negatives, plain.negatives) << seed;
  }
}

// Neighbouring groups of negatives as one, done by hand on the whole curve.
RankCurve Shortened(const RankCurve& whole) {
  RankCurve curve;
  bool last_has_positives = true;
  for (std::size_t i = 0; i < whole.groups(); ++i) {
    const bool has_positives = whole.true_positives[i] > (i == 0 ? 0 : whole.true_positives[i - 1]);
    if (!has_positives && !last_has_positives) {
      curve.threshold.pop_back();
      curve.true_positives.pop_back();
      curve.false_positives.pop_back();
    }
    curve.threshold.push_back(whole.threshold[i]);
    curve.true_positives.push_back(whole.true_positives[i]);
    curve.false_positives.push_back(whole.false_positives[i]);
    last_has_positives = has_positives;
  }
  return curve;
}

// Rare positives are counted between, frequent ones merged: both engines, and every way in which levels can lie.
TEST(RankCurve, ThresholdsAtPositivesLoseNothing) {
  for (std::uint64_t seed = 0; seed < 90; ++seed) {
    const std::size_t count = seed < 80 ? 3 + seed * 11 : 30000 * (seed - 79);
    OwnedCases cases = RandomCases(seed, count, seed % 3 == 0 ? 9 : 1'000'003);
    const std::uint64_t one_in = std::array{2, 20, 300}[seed / 3 % 3];
    for (std::size_t i = 0; i < count; ++i) {
      cases.label[i] = random::SplitMixAt(seed + 1000, i) % one_in == 0 ? 1 : 0;
      if (seed % 5 == 2 && i % 3 != 0) cases.score[i] = i % 3 == 1 ? 0.0 : -0.0;
      if (seed % 7 == 3) cases.score[i] = std::exp(80 * cases.score[i]);  // in lumps
      else if (seed % 11 == 4 && i % 50 == 0) cases.score[i] *= 1e308;          // no finite scale
    }
    if (seed % 13 == 5) cases.label.assign(count, 0);
    const RankCurve whole = *BuildRankCurve(cases.Get());
    const RankCurve curve = *BuildRankCurve(cases.Get(), Thresholds::kAtPositives);
    const RankCurve right = Shortened(whole);
    EXPECT_EQ(curve.threshold, right.threshold) << seed;
    EXPECT_EQ(curve.true_positives, right.true_positives) << seed;
    EXPECT_EQ(curve.false_positives, right.false_positives) << seed;
    EXPECT_EQ(curve.positives, whole.positives) << seed;
    EXPECT_EQ(curve.negatives, whole.negatives) << seed;
    EXPECT_EQ(curve.positive_cases, whole.positive_cases) << seed;
    EXPECT_EQ(AveragePrecision(curve), AveragePrecision(whole)) << seed;
    EXPECT_EQ(RocAuc(curve), RocAuc(whole)) << seed;
    const auto point = RecallAtPrecision(curve, 0.4);
    const auto right_point = RecallAtPrecision(whole, 0.4);
    ASSERT_EQ(point.has_value(), right_point.has_value()) << seed;
    if (point) {
      EXPECT_EQ(point->threshold, right_point->threshold) << seed;
    }
  }
}

TEST(RankCurve, WeightsOfOneAreNone) {
  OwnedCases cases = RandomCases(3, 500, 40);
  const RankCurve without = *BuildRankCurve(cases.Get());
  cases.weight.assign(500, 1.0);
  const RankCurve with = *BuildRankCurve(cases.Get());
  EXPECT_FALSE(with.weighted);
  EXPECT_EQ(with.true_positives, without.true_positives);
  EXPECT_EQ(with.cases, without.cases);
  EXPECT_EQ(with.positive_cases, without.positive_cases);
  EXPECT_EQ(with.positive_squares, without.positive_squares);
}

TEST(RankCurve, RefusesRowsByName) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  OwnedCases cases{{"r01", "r02", "r03"}, {1, 0, 1}, {kNan, 0.2, 0.3}, {}};
  const auto nan = BuildRankCurve(cases.Get());
  ASSERT_FALSE(nan.has_value());
  EXPECT_EQ(nan.error().code, ErrorCode::kNotFinite);
  EXPECT_EQ(nan.error().where.at(0).path, "r01");

  cases.score = {0.1, std::numeric_limits<double>::infinity(), 0.3};
  EXPECT_EQ(BuildRankCurve(cases.Get()).error().where.at(0).path, "r02");
  cases.score = {0.1, 0.2, 0.3};
  cases.label = {1, 0, -1};
  EXPECT_EQ(BuildRankCurve(cases.Get()).error().code, ErrorCode::kOutOfRange);
  cases.label = {1, 0, 1};
  cases.weight = {1, -1, 1};
  EXPECT_EQ(BuildRankCurve(cases.Get()).error().where.at(0).path, "r02");
  cases.weight = {1};
  EXPECT_EQ(BuildRankCurve(cases.Get()).error().code, ErrorCode::kContradiction);

  OwnedCases many;
  many.label.assign(1000, 0);
  many.score.assign(1000, kNan);
  EXPECT_EQ(BuildRankCurve(many.Get()).error().where.size(), 10u);  // named, not printed by the thousand
  EXPECT_NE(BuildRankCurve(many.Get()).error().what.find("1000"), std::string::npos);
}

}  // namespace
}  // namespace assay::metric
