// SPDX-License-Identifier: Apache-2.0
#include "metric/operating_point/joint_claim.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "metric/owned_cases.h"

namespace assay::metric {
namespace {

// 60 positives at 0.9, 20 at 0.4; 5 negatives at 0.9, 15 at 0.1.
RankCurve Cases() {
  OwnedCases cases;
  const auto add = [&](std::size_t count, std::int32_t label, double score) {
    cases.label.insert(cases.label.end(), count, label);
    cases.score.insert(cases.score.end(), count, score);
  };
  add(60, 1, 0.9);
  add(20, 1, 0.4);
  add(5, 0, 0.9);
  add(15, 0, 0.1);
  return *BuildRankCurve(cases.Get());
}

// Right values: scipy 1.17.1 beta.ppf(0.05, k, n - k + 1) for 60 of 65 and 60 of 80; 2.5 % on either side for 65 of 100.
TEST(JointClaim, BothBoundsAtAllOfAlpha) {
  const auto outcome = *TestJointClaim(Cases(), {.threshold = 0.5, .min_precision = 0.84, .min_recall = 0.65});
  EXPECT_EQ(outcome.flagged, 65u);
  EXPECT_EQ(outcome.true_positives, 60u);
  EXPECT_NEAR(outcome.precision_bound, 0.845044575381, 1e-9);
  EXPECT_NEAR(outcome.recall_bound, 0.657815010632, 1e-9);
  EXPECT_NEAR(outcome.flagged_rate.low, 0.548150638176, 1e-9);
  EXPECT_NEAR(outcome.flagged_rate.high, 0.742706221469, 1e-9);
  EXPECT_TRUE(outcome.passed);
}

TEST(JointClaim, OneHalfThatIsNotShownFailsTheWhole) {
  const auto recall = *TestJointClaim(Cases(), {.threshold = 0.5, .min_precision = 0.84, .min_recall = 0.7});
  EXPECT_FALSE(recall.passed);
  EXPECT_NE(recall.reason.find("recall"), std::string::npos);
  const auto precision = *TestJointClaim(Cases(), {.threshold = 0.5, .min_precision = 0.9, .min_recall = 0.65});
  EXPECT_FALSE(precision.passed);
  EXPECT_NE(precision.reason.find("precision"), std::string::npos);
}

TEST(JointClaim, FlagsFromTheThresholdOn) {
  const JointClaim claim{.threshold = 0.9, .min_precision = 0.5, .min_recall = 0.5};
  EXPECT_EQ(TestJointClaim(Cases(), claim)->flagged, 65u);
  EXPECT_EQ(TestJointClaim(Cases(), {.threshold = 0.1, .min_precision = 0.5, .min_recall = 0.5})->flagged, 100u);
  const auto none = *TestJointClaim(Cases(), {.threshold = 0.91, .min_precision = 0.5, .min_recall = 0.5});
  EXPECT_FALSE(none.passed);
  EXPECT_EQ(none.reason, "no case is flagged");
}

// Odds of precision 12 at odds of prevalence 80 / 20; at a base rate of 0.5 these are 12 / 4 = 3, precision 0.75.
TEST(JointClaim, PrecisionAtTheBaseRate) {
  const auto outcome = *TestJointClaim(Cases(), {.threshold = 0.5, .min_precision = 0.5, .min_recall = 0.5, .base_rate = 0.5});
  EXPECT_NEAR(outcome.precision, 0.75, 1e-12);
  EXPECT_LT(outcome.precision_bound, 0.75);
}

TEST(JointClaim, RefusesWhatItCannotTest) {
  EXPECT_EQ(TestJointClaim(Cases(), {.threshold = 0.5, .min_precision = 1, .min_recall = 0.5}).error().code,
            ErrorCode::kOutOfRange);
  const JointClaim claim{.threshold = 0.5, .min_precision = 0.5, .min_recall = 0.5};
  EXPECT_EQ(TestJointClaim(*BuildRankCurve(OwnedCases{{}, {1, 1}, {.9, .8}, {}}.Get()), claim).error().code,
            ErrorCode::kOneClass);
  EXPECT_EQ(TestJointClaim(*BuildRankCurve(OwnedCases{{}, {1, 0}, {.9, .8}, {1, 2}}.Get()), claim).error().code,
            ErrorCode::kContradiction);
  EXPECT_FALSE(TestJointClaim(Cases(), {.threshold = std::numeric_limits<double>::quiet_NaN(), .min_precision = 0.5,
                                        .min_recall = 0.5}).has_value());
}

}  // namespace
}  // namespace assay::metric
