// SPDX-License-Identifier: Apache-2.0
// Certificates on files of predictions, on the source that their cases come from; fixed seeds.
#include "run/operating_point.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/normal_scores.h"
#include "run/requirement.h"

namespace assay::run {
namespace {

const metric::NormalScores kSource{2.5};

ScoredCases Draw(std::uint64_t seed, std::size_t positives, std::size_t negatives) {
  const metric::OwnedCases owned = kSource.Draw(seed, positives, negatives);
  ScoredCases cases;
  cases.label = owned.label, cases.score = owned.score;
  cases.classes = {"0", "1"};
  for (std::size_t i = 0; i < cases.label.size(); ++i) cases.ids.push_back(std::to_string(seed) + "-" + std::to_string(i));
  cases.predicted = DecideAt(cases, 0.5);
  return cases;
}

// A requirement that is false by a hair at every threshold passes at most at alpha (and three binomial errors), whichever
// method sets the threshold: precision 1/2 at recall above that of the threshold where the true precision is 1/2.
TEST(OperatingPointVerdict, AFalseRequirementPassesAtMostAtAlpha) {
  constexpr double kPrevalence = 0.1;
  double low = 0, high = 6;
  for (int i = 0; i < 100; ++i) (kSource.Precision((low + high) / 2, kPrevalence) < 0.5 ? low : high) = (low + high) / 2;
  const double recall = kSource.Recall(low);  // the highest with that precision
  const auto requirement = *ParseRequirement("recall>=" + std::to_string(recall) + " @ precision>=0.5");
  constexpr int kDraws = 40;
  for (const char* method : {"fixed_sequence", "split", "grid"}) {
    int passed = 0;
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
      JudgingOptions options;
      options.method = method;
      passed += JudgeRequirement(requirement, Draw(draw, 50, 450), options)->verdict.outcome == verdict::Outcome::kPass ? 1 : 0;
    }
    EXPECT_LE(passed, kDraws * (0.05 + 3 * std::sqrt(0.05 * 0.95 / kDraws))) << method;
  }
  int passed = 0, failed = 0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    JudgingOptions options;
    options.fixed_threshold = low;
    const auto outcome = JudgeRequirement(requirement, Draw(draw, 50, 450), options)->verdict.outcome;
    passed += outcome == verdict::Outcome::kPass ? 1 : 0;
    failed += outcome == verdict::Outcome::kFail ? 1 : 0;
  }
  EXPECT_LE(passed, kDraws * (0.05 + 3 * std::sqrt(0.05 * 0.95 / kDraws)));
  EXPECT_LE(failed, kDraws * (0.05 + 3 * std::sqrt(0.05 * 0.95 / kDraws)));  // at its very boundary the claim is true
}

TEST(OperatingPointVerdict, ThresholdOfTheJudgingLabelsCannotPass) {
  JudgingOptions options;
  options.method = "descriptive";
  const auto requirement = *ParseRequirement("recall>=0.1 @ precision>=0.3");
  EXPECT_EQ(JudgeRequirement(requirement, Draw(1, 200, 800), options)->verdict.outcome, verdict::Outcome::kUndecided);
  options.method = "fixed_sequence";
  EXPECT_EQ(JudgeRequirement(requirement, Draw(1, 200, 800), options)->verdict.outcome, verdict::Outcome::kPass);
}

TEST(OperatingPointVerdict, HalvesAreAFunctionOfTheIds) {
  int second = 0;
  for (int i = 0; i < 1000; ++i) second += InSecondHalf("case-" + std::to_string(i)) ? 1 : 0;
  EXPECT_NEAR(second, 500, 3 * std::sqrt(250));
  EXPECT_EQ(InSecondHalf("case-7"), InSecondHalf("case-7"));
}

}  // namespace
}  // namespace assay::run
