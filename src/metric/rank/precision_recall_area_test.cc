// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/precision_recall_area.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/golden_cases.h"
#include "metric/owned_cases.h"

namespace assay::metric {
namespace {

// Right values: tests/golden/metric/binary_rank.jsonl, trapezoid_auc. Without a positive the
// reference has 0.5 and warns; there is no area here.
TEST(PrecisionRecallArea, TrapezoidsEqualTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : ReadGolden("metric/binary_rank.jsonl")) {
    if (golden.fn != "precision_recall_curve" || golden.expected.Find("error") != nullptr) continue;
    const auto area = TrapezoidArea(CurveOf(FromGolden(golden.in)));
    ASSERT_EQ(area.has_value(), golden.expected.Find("warnings") == nullptr) << golden.id;
    const double expected = GoldenNumber(*golden.expected.Find("value")->Find("trapezoid_auc"));
    if (area) {
      EXPECT_NEAR(*area, expected, 1e-12 * expected) << golden.id;
    }
    ++checked;
  }
  EXPECT_EQ(checked, 21);  // of 24 three are errors
}

// Right values: tests/golden/metric/calibration_and_areas.jsonl.
TEST(PrecisionRecallArea, DavisGoadrichEqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : ReadGolden("metric/calibration_and_areas.jsonl")) {
    if (golden.fn != "auprc_davis_goadrich_integral") continue;
    const RankCurve curve = CurveOf(FromGolden(golden.in));
    const double area = GoldenNumber(*golden.expected.Find("auprc"));
    const double average_precision = GoldenNumber(*golden.expected.Find("ap"));
    EXPECT_NEAR(*DavisGoadrichArea(curve), area, 1e-9 * area) << golden.id;
    EXPECT_NEAR(*AveragePrecision(curve), average_precision, 1e-9 * average_precision) << golden.id;
    ++checked;
  }
  EXPECT_EQ(checked, 3);
}

// Two positives and two negatives tied behind one negative: precision x / (1 + 2 x) on x = 0…2 true
// positives, and its integral by Simpson's rule on 2,000 steps, over 2 positives.
TEST(PrecisionRecallArea, DavisGoadrichIsTheIntegralOfTheInterpolation) {
  const OwnedCases cases{.label = {0, 1, 1, 0, 0}, .score = {.9, .5, .5, .5, .5}};
  const auto precision = [](double x) { return x / (1 + 2 * x); };
  constexpr int kSteps = 2000;
  double sum = precision(0) + precision(2);
  for (int i = 1; i < kSteps; ++i) sum += (i % 2 == 1 ? 4 : 2) * precision(2.0 * i / kSteps);
  EXPECT_NEAR(*DavisGoadrichArea(CurveOf(cases)), sum * 2 / kSteps / 3 / 2, 1e-12);
}

// All scores equal: precision is the prevalence on all the way. Perfect scores: 1.
TEST(PrecisionRecallArea, DavisGoadrichHasItsTwoFixedPoints) {
  EXPECT_NEAR(*DavisGoadrichArea(CurveOf({.label = {1, 0, 0, 0}, .score = {.5, .5, .5, .5}})), 0.25,
              1e-15);
  EXPECT_EQ(*DavisGoadrichArea(CurveOf({.label = {1, 1, 0, 0}, .score = {.9, .8, .2, .1}})), 1);
  EXPECT_FALSE(DavisGoadrichArea(CurveOf({.label = {0, 0}, .score = {.9, .8}})).has_value());
}

// What the name says, on the same prevalence of all scores: trapezoids give (1 + 1/4) / 2, the
// truth is 1/4.
TEST(PrecisionRecallArea, TrapezoidsAreOptimistic) {
  EXPECT_EQ(*TrapezoidArea(CurveOf({.label = {1, 0, 0, 0}, .score = {.5, .5, .5, .5}})), 0.625);
}

}  // namespace
}  // namespace assay::metric
