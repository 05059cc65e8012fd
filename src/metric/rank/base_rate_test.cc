// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/base_rate.h"

#include <gtest/gtest.h>

#include "metric/golden_cases.h"
#include "metric/owned_cases.h"

namespace assay::metric {
namespace {

// Bayes by hand: TPR 0.9 and FPR 0.01 give precision 0.9 / 0.91 at one half, 0.47619 at 1 %,
// 0.08264 at 0.1 %.
TEST(ShiftedShare, FollowsBayes) {
  const double at_half = 0.9 / 0.91;
  EXPECT_NEAR(ShiftedShare(at_half, 0.5, 0.01), 0.01 * 0.9 / (0.01 * 0.9 + 0.99 * 0.01), 1e-15);
  EXPECT_NEAR(ShiftedShare(at_half, 0.5, 0.01), 0.47619, 5e-6);
  EXPECT_NEAR(ShiftedShare(at_half, 0.5, 0.001), 0.08264, 5e-6);
}

TEST(ShiftedShare, KeepsTheEndsAndComesBack) {
  EXPECT_EQ(ShiftedShare(0, 0.3, 0.01), 0);
  EXPECT_EQ(ShiftedShare(1, 0.3, 0.01), 1);
  for (const double share : {0.01, 0.25, 0.5, 0.99}) {
    EXPECT_NEAR(ShiftedShare(ShiftedShare(share, 0.3, 0.01), 0.01, 0.3), share, 1e-14);
    EXPECT_NEAR(ShiftedShare(share, 0.2, 0.2), share, 1e-15);
  }
}

// Right values: tests/golden/metric/calibration_and_areas.jsonl, weighted average precision.
TEST(AtBaseRate, EqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : ReadGolden("metric/calibration_and_areas.jsonl")) {
    if (golden.fn != "ap_at_prevalence") continue;
    OwnedCases cases = FromGolden(golden.in);
    cases.base_rate = golden.params.Find("pi")->AsDouble().value();
    const double expected = GoldenNumber(*golden.expected.Find("ap"));
    const RankCurve curve = AtBaseRate(*BuildRankCurve(cases.Get()), *cases.base_rate);
    EXPECT_NEAR(*AveragePrecision(curve), expected, 1e-9 * expected) << golden.id;
    EXPECT_NEAR(curve.prevalence(), *cases.base_rate, 1e-14);
    const auto measured = *cases.Measure("average_precision_at_base_rate");
    EXPECT_NEAR(*measured[0].value, expected, 1e-9 * expected) << golden.id;
    EXPECT_EQ(measured[1].value, *cases.base_rate);
    ++checked;
  }
  EXPECT_EQ(checked, 6);
}

TEST(AtBaseRate, OfTheCasesIsTheCurveItself) {
  const RankCurve curve = *BuildRankCurve(RandomCases(1, 200, 50).Get());
  EXPECT_NEAR(*AveragePrecision(AtBaseRate(curve, curve.prevalence())), *AveragePrecision(curve),
              1e-14);
  EXPECT_NEAR(*RocAuc(AtBaseRate(curve, 0.001)), *RocAuc(curve),
              1e-14);  // ROC doesn't know the prevalence
}

}  // namespace
}  // namespace assay::metric
