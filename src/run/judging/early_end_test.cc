// SPDX-License-Identifier: Apache-2.0
#include "run/judging/early_end.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/splitmix.h"

namespace assay::run {
namespace {

ScoredCases Rows(std::uint64_t seed, std::size_t count, double accuracy) {
  ScoredCases cases;
  cases.classes = {"0", "1"};
  for (std::size_t i = 0; i < count; ++i) {
    cases.ids.push_back(std::to_string(i));
    cases.label.push_back(1);
    cases.predicted.push_back(random::ToUnit(random::SplitMixAt(seed, i)) < accuracy ? 1 : 0);
  }
  return cases;
}

// At the boundary a verdict is wrong either way. It looks after each of 1,000 rows and yet errs in at most alpha of the draws
// (and three binomial errors); a Clopper-Pearson interval that is looked at so often errs far oftener.
TEST(EarlyEnd, HoldsItsErrorAlthoughItLooksAtEveryRow) {
  const auto requirement = *ParseRequirement("accuracy>=0.8");
  constexpr int kDraws = 300;
  int decided = 0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    decided += DecideEarly(requirement, Rows(draw, 1000, 0.8), 0.95)->verdict.outcome != verdict::Outcome::kUndecided ? 1 : 0;
  }
  EXPECT_LE(decided, kDraws * (0.05 + 3 * std::sqrt(0.05 * 0.95 / kDraws)));
}

TEST(EarlyEnd, EndsWhereItIsDecided) {
  const auto requirement = *ParseRequirement("accuracy>=0.8");
  const auto passed = *DecideEarly(requirement, Rows(1, 1000, 0.95), 0.95);
  EXPECT_EQ(passed.verdict.outcome, verdict::Outcome::kPass);
  EXPECT_LT(passed.rows_read, 1000u);
  EXPECT_GE(passed.interval.low, 0.8);
  const auto failed = *DecideEarly(requirement, Rows(1, 1000, 0.5), 0.95);
  EXPECT_EQ(failed.verdict.outcome, verdict::Outcome::kFail);
  EXPECT_LT(failed.interval.high, 0.8);
  EXPECT_EQ(DecideEarly(*ParseRequirement("specificity>=0.8"), Rows(1, 10, 1), 0.95)->verdict.outcome,
            verdict::Outcome::kNotMeasured);  // no negative
  EXPECT_EQ(DecideEarly(*ParseRequirement("mcc>=0.8"), Rows(1, 10, 1), 0.95).error().code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace assay::run
