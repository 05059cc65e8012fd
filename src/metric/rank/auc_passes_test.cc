// SPDX-License-Identifier: Apache-2.0
// Right values: RocAuc of rank_curve.h, which tests/golden/metric holds against scikit-learn; and arithmetic.
#include "metric/rank/auc_passes.h"

#include <gtest/gtest.h>

#include <string>

#include "metric/rank/rank_curve.h"
#include "random/splitmix.h"

namespace assay::metric {
namespace {

struct Cases {
  std::vector<float> scores;
  std::vector<std::int32_t> labels;
};

std::optional<double> Passed(const Cases& cases, std::size_t room, int& passes) {
  AucPasses auc(room);
  passes = 0;
  do {
    for (std::size_t i = 0; i < cases.scores.size(); ++i) auc.Add(cases.scores[i], cases.labels[i] == 1);
    ++passes;
  } while (auc.EndPass());
  return auc.Auc();
}

// Pairs: (.9, .2) won, (.9, .5) won, (.5, .2) won, (.5, .5) half: 3.5 of 4.
TEST(AucPasses, CountsPairs) {
  int passes = 0;
  EXPECT_EQ(Passed({{.9F, .2F, .5F, .5F}, {1, 0, 1, 0}}, 100, passes), 3.5 / 4);
  EXPECT_EQ(passes, 1);
  // -1 is above -2 and below -0; 0 is above -2 and equal to -0: 2.5 of 4.
  EXPECT_EQ(Passed({{-1, -2, 0.0F, -0.0F}, {1, 0, 1, 0}}, 100, passes), 2.5 / 4);
  EXPECT_FALSE(Passed({{1, 2}, {1, 1}}, 100, passes));
  EXPECT_FALSE(Passed({{}, {}}, 100, passes));
}

TEST(AucPasses, EqualsTheCurveWhateverTheRoom) {
  Cases cases;
  random::SplitMix draws(20261130);
  for (int i = 0; i < 4000; ++i) {
    const std::uint64_t draw = draws.Next();
    const bool positive = draw % 7 == 0;
    // A third of the scores are ties; two values hold many cases each; signs of both kinds.
    float score = static_cast<float>(draw >> 40) / 16777216.0F - (positive ? 0.2F : 0.4F);
    if (draw % 3 == 0) score = static_cast<float>(draw % 11) / 10.0F;
    cases.scores.push_back(score);
    cases.labels.push_back(positive ? 1 : 0);
  }
  const std::vector<double> scores(cases.scores.begin(), cases.scores.end());
  QualityColumns columns;
  columns.score = scores;
  columns.label = cases.labels;
  const auto curve = BuildRankCurve(columns);
  ASSERT_TRUE(curve);
  const double right = *RocAuc(*curve);
  int passes = 0, most = 0;
  for (const std::size_t room : {4000, 3999, 1000, 150, 50, 1}) {
    const auto found = Passed(cases, room, passes);
    ASSERT_TRUE(found) << room;
    EXPECT_NEAR(*found, right, 1e-12) << room;
    EXPECT_GE(passes, most) << room;  // less room, more passes
    most = passes;
  }
  EXPECT_GT(most, 20);
}

}  // namespace
}  // namespace assay::metric
