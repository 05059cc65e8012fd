// SPDX-License-Identifier: Apache-2.0
#include "metric/calibration/reliability.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/golden_cases.h"
#include "metric/owned_cases.h"

namespace assay::metric {
namespace {

void CheckError(const CalibrationError& found, const base::JsonValue& expected,
                const std::string& id) {
  const auto near = [&](double value, const char* key) {
    const double right = GoldenNumber(*expected.Find(key));
    EXPECT_NEAR(value, right, 1e-12 * right) << id << " " << key;
  };
  near(found.mean, "ece");
  near(found.greatest, "mce");
  near(found.root_mean_square, "rms");
}

// Right values: tests/golden/metric/calibration_and_areas.jsonl.
TEST(Reliability, EqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : ReadGolden("metric/calibration_and_areas.jsonl")) {
    if (golden.fn != "ece" && golden.fn != "reliability_curve") continue;
    ++checked;
    const RankCurve curve = CurveOf(FromGolden(golden.in));
    if (golden.fn == "ece") {
      const std::size_t bins = golden.params.Find("bins")->AsUint64().value();
      CheckError(CalibrationErrorOf(EqualWidthBins(curve, bins)), *golden.expected.Find("width"),
                 golden.id + " width");
      CheckError(CalibrationErrorOf(*EqualMassBins(curve, bins)), *golden.expected.Find("mass"),
                 golden.id + " mass");
      continue;
    }
    const auto bins = EqualWidthBins(curve, golden.params.Find("n_bins")->AsUint64().value());
    const auto positive = GoldenNumbers(golden.expected.Find("prob_true"));
    const auto score = GoldenNumbers(golden.expected.Find("prob_pred"));
    ASSERT_EQ(bins.size(), score.size()) << golden.id;
    for (std::size_t i = 0; i < bins.size(); ++i) {
      EXPECT_NEAR(bins[i].positive_share, positive[i], 1e-12 * positive[i]) << golden.id;
      EXPECT_NEAR(bins[i].mean_score, score[i], 1e-12 * score[i]) << golden.id;
    }
  }
  EXPECT_EQ(checked, 8);  // 5 errors, 3 curves
}

// A score on an edge belongs to the bin below it, 0 to the first; for every k / 15 as the decimal
// fraction it prints as.
TEST(Reliability, EdgesBelongBelow) {
  for (const std::size_t bins : {5u, 10u, 15u}) {
    for (std::size_t k = 1; k <= bins; ++k) {
      const double edge = static_cast<double>(k) / static_cast<double>(bins);
      const double above = std::nextafter(edge, 2.0);
      const double lower = edge - 0.5 / static_cast<double>(bins);
      EXPECT_EQ(EqualWidthBins(CurveOf({.label = {1, 0}, .score = {edge, lower}}), bins).size(), 1u)
          << k;
      if (k == bins) continue;
      EXPECT_EQ(EqualWidthBins(CurveOf({.label = {1, 0}, .score = {edge, above}}), bins).size(), 2u)
          << k;
    }
    EXPECT_EQ(EqualWidthBins(
                  CurveOf({.label = {1, 0}, .score = {0.0, 1.0 / static_cast<double>(bins)}}), bins)
                  .size(),
              1u);
  }
}

// By hand: ranks 0, 1 | 2, 3; the two cases at 0.5 fall on both sides and are half positive on
// each.
TEST(Reliability, EqualScoresAreSharedBetweenBins) {
  const auto bins = *EqualMassBins(CurveOf({.label = {0, 1, 0, 1}, .score = {.1, .5, .5, .9}}), 2);
  ASSERT_EQ(bins.size(), 2u);
  EXPECT_EQ(bins[0].positive_share, 0.25);
  EXPECT_EQ(bins[1].positive_share, 0.75);
  EXPECT_EQ(bins[0].weight, 2);
  EXPECT_DOUBLE_EQ(bins[0].mean_score, 0.3);
}

TEST(Reliability, FewerCasesThanBinsLeaveBinsEmpty) {
  EXPECT_EQ(EqualMassBins(CurveOf({.label = {0, 1}, .score = {.1, .5}}), 15)->size(), 2u);
}

// 100 cases at 0.5: E|X - 50| / 100 of a binomial X is C(100, 50) / 2^100 / 2 = 0.0397946 (exact
// mean deviation).
TEST(Reliability, ChanceAloneMovesCalibratedScores) {
  OwnedCases cases;
  cases.label.assign(100, 1);
  cases.score.assign(100, 0.5);
  EXPECT_NEAR(*ChanceCalibrationError(CurveOf(cases), 15), 0.0397946, 0.01 * 0.0397946);
  cases.weight.assign(100, 2);
  EXPECT_FALSE(ChanceCalibrationError(CurveOf(cases), 15).has_value());
  EXPECT_FALSE(EqualMassBins(CurveOf(cases), 15).has_value());
}

// scipy 1.17.1: of 100 coins |heads - 50| is up to 9 with 0.943 and up to 10 with 0.965; of 100,000 it stays below 1.96 x 158.1;
// of 10,000 cases at 0.001 |positives - 10| is up to 6 with 0.963, up to 5 with 0.922. 1,000 draws.
TEST(Reliability, ChanceQuantileIsThatOfTheLabelsLaw) {
  const auto alike = [](std::size_t cases, double score) {
    OwnedCases made;
    made.label.assign(cases, 0), made.score.assign(cases, score);
    made.label.front() = 1;
    return *ChanceCalibrationQuantile(CurveOf(made), 15, 0.95, 1);
  };
  EXPECT_NEAR(alike(100, 0.5), 0.095, 0.0051);
  EXPECT_NEAR(alike(100000, 0.5), 1.96 * 158.1 / 100000, 0.0002);
  EXPECT_NEAR(alike(10000, 0.001), 0.0006, 1e-12);
  EXPECT_NEAR(alike(10000, 0.999), 0.0006, 1e-12);
  EXPECT_EQ(alike(100, 0.5), alike(100, 0.5));
  EXPECT_FALSE(ChanceCalibrationQuantile(CurveOf({.label = {1, 0}, .score = {.5, .5}, .weight = {2, 1}}), 15, 0.95, 1));
}

}  // namespace
}  // namespace assay::metric
