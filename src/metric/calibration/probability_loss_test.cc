// SPDX-License-Identifier: Apache-2.0
#include "metric/calibration/probability_loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/owned_cases.h"

namespace assay::metric {
namespace {

// By hand; the values of the reference programs are tested through the metrics, in quality/.
TEST(ProbabilityLoss, IsTheMeanOverCases) {
  const RankCurve curve = CurveOf({.label = {1, 0, 0}, .score = {.8, .8, .5}});
  EXPECT_NEAR(BrierScore(curve), (0.04 + 0.64 + 0.25) / 3, 1e-15);
  EXPECT_NEAR(LogLoss(curve), -(std::log(0.8) + std::log(0.2) + std::log(0.5)) / 3, 1e-15);
}

// -ln 2^-52 = 52 ln 2: a certain error is dear, not infinite.
TEST(ProbabilityLoss, CertainErrorsStayFinite) {
  EXPECT_NEAR(LogLoss(CurveOf({.label = {1}, .score = {0.0}})), 52 * std::log(2.0), 1e-13);
  EXPECT_NEAR(LogLoss(CurveOf({.label = {0}, .score = {1.0}})), 52 * std::log(2.0), 1e-13);
}

TEST(ProbabilityLoss, KnowsWhatIsNoProbability) {
  EXPECT_FALSE(NotProbabilities(CurveOf({.label = {1, 0}, .score = {0.0, 1.0}})).has_value());
  EXPECT_TRUE(NotProbabilities(CurveOf({.label = {1, 0}, .score = {-0.001, 0.5}})).has_value());
  EXPECT_TRUE(NotProbabilities(CurveOf({.label = {1, 0}, .score = {0.5, 1.001}})).has_value());
}

}  // namespace
}  // namespace assay::metric
