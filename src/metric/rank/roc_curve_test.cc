// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/roc_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/golden_cases.h"
#include "metric/owned_cases.h"

namespace assay::metric {
namespace {

void ExpectNearOrInfinite(double found, double expected, const std::string& id) {
  if (std::isinf(expected)) {
    EXPECT_EQ(found, expected) << id;
  } else {
    EXPECT_NEAR(found, expected, 1e-12 * std::abs(expected)) << id;
  }
}

void CheckPoints(const std::vector<RocPoint>& points, const base::JsonValue& value,
                 const std::string& id) {
  const auto fpr = GoldenNumbers(value.Find("fpr"));
  const auto tpr = GoldenNumbers(value.Find("tpr"));
  const auto threshold = GoldenNumbers(value.Find("thresholds"));
  ASSERT_EQ(points.size(), fpr.size()) << id;
  for (std::size_t i = 0; i < points.size(); ++i) {
    ExpectNearOrInfinite(points[i].false_positive_rate, fpr[i], id);
    ExpectNearOrInfinite(points[i].true_positive_rate, tpr[i], id);
    EXPECT_EQ(points[i].threshold, threshold[i]) << id;
  }
}

// Right values: tests/golden/metric/binary_rank.jsonl. Where the reference warns and has NaN for
// one of the rates there are no points here.
TEST(RocCurve, EqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : ReadGolden("metric/binary_rank.jsonl")) {
    if (golden.fn != "roc_curve" && golden.fn != "roc_auc_partial_mcclish") continue;
    ++checked;
    const auto curve = BuildRankCurve(FromGolden(golden.in).Get());
    ASSERT_EQ(curve.has_value(), golden.expected.Find("error") == nullptr) << golden.id;
    if (!curve) continue;
    const bool undefined = golden.expected.Find("warnings") != nullptr;
    const base::JsonValue& value = *golden.expected.Find("value");
    if (golden.fn == "roc_auc_partial_mcclish") {
      const auto area = RocAucPartial(*curve, golden.params.Find("max_fpr")->AsDouble().value());
      ASSERT_EQ(area.has_value(), !undefined) << golden.id;
      if (area) ExpectNearOrInfinite(*area, GoldenNumber(value), golden.id);
      continue;
    }
    const bool drop = golden.params.Find("drop_intermediate")->AsBool().value();
    const auto points = RocPoints(*curve, drop ? BetweenCorners::kDrop : BetweenCorners::kKeep);
    if (undefined) {
      EXPECT_TRUE(points.empty()) << golden.id;
    } else {
      CheckPoints(points, value, golden.id);
    }
  }
  EXPECT_EQ(checked, 73);  // 46 curves, 27 partial areas
}

// By hand: the curve runs (0, 0), (0, 1/2), (1/2, 1/2), (1/2, 1), (1, 1). Up to 3/4 it has the area
// 1/4 + 1/4, the diagonal 9/32: (1 + (1/2 - 9/32) / (3/4 - 9/32)) / 2 = 11/15.
TEST(RocCurve, PartialAreaIsCutAndStretched) {
  const OwnedCases cases{.label = {1, 0, 1, 0}, .score = {.9, .8, .7, .6}};
  const RankCurve curve = *BuildRankCurve(cases.Get());
  EXPECT_NEAR(*RocAucPartial(curve, 0.75), 11.0 / 15, 1e-15);
  EXPECT_EQ(RocAucPartial(curve, 1), RocAuc(curve));
}

// Scores without information are the diagonal and perfect ones the corner, wherever the cut is.
TEST(RocCurve, PartialAreaHasItsTwoFixedPoints) {
  const OwnedCases equal{.label = {1, 0, 1, 0, 0}, .score = {.3, .3, .3, .3, .3}};
  const OwnedCases perfect{.label = {1, 0, 1, 0, 0}, .score = {.9, .3, .8, .3, .2}};
  for (const double max_fpr : {0.01, 0.1, 0.3, 0.5, 0.99, 1.0}) {
    EXPECT_NEAR(*RocAucPartial(*BuildRankCurve(equal.Get()), max_fpr), 0.5, 1e-14) << max_fpr;
    EXPECT_NEAR(*RocAucPartial(*BuildRankCurve(perfect.Get()), max_fpr), 1, 1e-14) << max_fpr;
  }
}

// A sum over pairs: dropped points lie on the lines between those that stay.
TEST(RocCurve, DroppingPointsKeepsTheCurve) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const RankCurve curve =
        *BuildRankCurve(RandomCases(seed, 300, seed % 2 == 0 ? 7 : 100000).Get());
    const auto all = RocPoints(curve, BetweenCorners::kKeep);
    const auto corners = RocPoints(curve, BetweenCorners::kDrop);
    EXPECT_EQ(all.size(), curve.groups() + 1);
    EXPECT_LE(corners.size(), all.size());
    double area = 0;
    for (std::size_t i = 1; i < corners.size(); ++i) {
      area += (corners[i].false_positive_rate - corners[i - 1].false_positive_rate) *
              (corners[i].true_positive_rate + corners[i - 1].true_positive_rate) / 2;
    }
    EXPECT_NEAR(area, *RocAuc(curve), 1e-13);
    EXPECT_EQ(corners.back().true_positive_rate, 1);
    EXPECT_EQ(corners.back().false_positive_rate, 1);
  }
}

}  // namespace
}  // namespace assay::metric
