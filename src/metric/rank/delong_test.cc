// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/delong.h"

#include <gtest/gtest.h>

#include "metric/golden_cases.h"

namespace assay::metric {
namespace {

RankCurve Curve(const std::vector<std::int32_t>& label, const std::vector<double>& score) {
  QualityColumns cases;
  cases.label = label;
  cases.score = score;
  return *BuildRankCurve(cases);
}

// Right values: tests/golden/metric/shift_and_delong.jsonl, by all pairs of a positive and a negative.
TEST(Delong, EqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : ReadGolden("metric/shift_and_delong.jsonl")) {
    if (golden.fn != "delong") continue;
    std::vector<std::int32_t> label;
    for (const double y : GoldenNumbers(golden.in.Find("y"))) label.push_back(static_cast<std::int32_t>(y));
    for (std::size_t system = 0; system < 2; ++system) {
      const RankCurve curve = Curve(label, GoldenNumbers(golden.in.Find(system == 0 ? "s1" : "s2")));
      const double auc = GoldenNumbers(golden.expected.Find("auc"))[system];
      const double variance = GoldenNumbers(&golden.expected.Find("cov")->items()[system])[system];
      EXPECT_NEAR(*RocAuc(curve), auc, 1e-6 * auc) << golden.id;
      EXPECT_NEAR(*RocAucVariance(curve), variance, 1e-6 * variance) << golden.id;
      const auto interval = RocAucInterval(curve, 0.95);
      EXPECT_LT(interval->low, auc);
      EXPECT_GT(interval->high, auc);
      EXPECT_LT(interval->high, 1);
      ++checked;
    }
  }
  EXPECT_EQ(checked, 6);
}

TEST(Delong, SaysNothingWhereItKnowsNothing) {
  EXPECT_FALSE(RocAucVariance(Curve({1, 0, 0}, {.9, .1, .2})).has_value());          // one positive
  EXPECT_FALSE(RocAucInterval(Curve({1, 1, 0, 0}, {.9, .8, .1, .2}), 0.95).has_value());  // AUC 1
}

}  // namespace
}  // namespace assay::metric
