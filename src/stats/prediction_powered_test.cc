// SPDX-License-Identifier: Apache-2.0
#include "stats/prediction_powered.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace assay::stats {
namespace {

// Estimate: ppi_python 0.2.3, ppi_mean_pointestimate of the same values, 0.56559591. Error: numpy, by the formula.
TEST(MeanWithJudge, EqualsTheReference) {
  const std::vector<double> label = {1, 0, .5, 1, 0, .75}, judged = {.9, .2, .4, .7, .1, .8};
  const std::vector<double> others = {.3, .6, .9, .1, .5, .7, .2, .8, .4, .95};
  const auto mean = MeanWithJudge(label, judged, others, 0.95);
  ASSERT_TRUE(mean);
  EXPECT_NEAR(mean->mean, 0.56559591, 5e-9);
  EXPECT_NEAR(mean->labelled_mean, 3.25 / 6, 1e-15);
  EXPECT_NEAR(mean->weight, 0.8445616090607304, 1e-14);
  EXPECT_NEAR(mean->error, 0.11713431919044885, 1e-14);
  EXPECT_NEAR(mean->interval.high - mean->mean, 1.959963984540054 * mean->error, 1e-12);
  EXPECT_GT(mean->labelled_error, mean->error);
}

TEST(MeanWithJudge, AJudgeThatSaysNothingIsLeftOut) {
  const std::vector<double> label = {1, 0, 1, 0}, judged = {.5, .5, .5, .5}, others = {.5, .5, .5};
  const auto mean = MeanWithJudge(label, judged, others, 0.95);
  ASSERT_TRUE(mean);
  EXPECT_EQ(mean->weight, 0);
  EXPECT_EQ(mean->mean, 0.5);
  EXPECT_NEAR(mean->error, mean->labelled_error, 1e-15);
}

TEST(MeanWithJudge, RefusesWhatItCantUse) {
  const std::vector<double> one = {1}, two = {0, 1}, bad = {0, NAN};
  EXPECT_EQ(MeanWithJudge(one, one, two, 0.95).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(MeanWithJudge(two, one, two, 0.95).error().code, ErrorCode::kContradiction);
  EXPECT_EQ(MeanWithJudge(two, two, bad, 0.95).error().code, ErrorCode::kNotFinite);
}

// Labels yes or no at 0.6, a judge off by a bias of 0.1 that the labels take out: 200 labelled of 2,000, 2,000 draws. Nominal
// 95 %, binomial error 0.5 %.
TEST(MeanWithJudge, CoversABiasedJudgesTruth) {
  int covered = 0;
  constexpr int kDraws = 2000;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::mt19937_64 engine(static_cast<std::uint64_t>(draw));
    const auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
    std::vector<double> label, judged, others;
    for (int i = 0; i < 2000; ++i) {
      const double truth = uniform() < 0.6 ? 1 : 0;
      const double says = 0.2 + 0.5 * truth + 0.2 * uniform();
      if (i < 200) label.push_back(truth), judged.push_back(says);
      else others.push_back(says);
    }
    const auto mean = MeanWithJudge(label, judged, others, 0.95);
    covered += mean->interval.low <= 0.6 && 0.6 <= mean->interval.high ? 1 : 0;
  }
  EXPECT_NEAR(covered / double{kDraws}, 0.95, 0.015) << covered;
}

}  // namespace
}  // namespace assay::stats
