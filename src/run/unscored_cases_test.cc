// SPDX-License-Identifier: Apache-2.0
#include "run/unscored_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "run/claims.h"
#include "run/example_run_test.h"

namespace assay::run {
namespace {

using verdict::Outcome;

// `groups` answered; `positives` and `negatives` without an answer.
QualityResult Measured(const spec::Spec& spec, const std::vector<CaseGroup>& groups, int positives, int negatives) {
  QualityResult quality{.system = "a", .split = "main", .cases = ExampleCases(groups), .complete = false};
  for (int i = 0; i < positives + negatives; ++i) {
    quality.cases.missing.push_back({.id = "missing " + std::to_string(i), .label = i < positives ? 1 : 0});
  }
  quality.cases.unscored = quality.cases.missing.size();
  EXPECT_TRUE(DecideQuality(spec, quality).has_value());
  EXPECT_TRUE(MeasureQuality(spec, quality, nullptr, {}).has_value());
  return quality;
}

const Measurement& Of(const std::vector<Measurement>& list, const std::string& metric) {
  return *std::ranges::find(list, metric, &Measurement::metric);
}

TEST(WithUnscored, PutsThemInAsTheyAreTaken) {
  ScoredCases cases = ExampleCases({{1, 0.9, 2}, {0, 0.1, 2}});
  cases.missing = {{.id = "p", .label = 1}, {.id = "n", .label = 0}};
  cases.unscored = 3;  // one more has no label
  const ScoredCases wrong = WithUnscored(cases, TakenAs::kWrong), right = WithUnscored(cases, TakenAs::kRight);
  EXPECT_EQ(wrong.label, (std::vector<std::int32_t>{1, 1, 0, 0, 1, 0}));
  EXPECT_EQ(wrong.predicted, (std::vector<std::int32_t>{1, 1, 0, 0, 0, 1}));
  EXPECT_EQ(right.predicted, (std::vector<std::int32_t>{1, 1, 0, 0, 1, 0}));
  EXPECT_EQ(wrong.score, (std::vector<double>{0.9, 0.9, 0.1, 0.1, 0, 1}));
  EXPECT_EQ(right.score, (std::vector<double>{0.9, 0.9, 0.1, 0.1, 1, 0}));
  EXPECT_EQ(wrong.unscored, 1u);
  EXPECT_TRUE(wrong.missing.empty());
}

// Scores that aren't probabilities may lie anywhere.
TEST(WithUnscored, GoesBeyondScoresThatAreNoProbabilities) {
  ScoredCases cases = ExampleCases({{1, 7, 1}, {0, -3, 1}});
  cases.missing = {{.id = "p", .label = 1}};
  cases.unscored = 1;
  EXPECT_EQ(WithUnscored(cases, TakenAs::kWrong).score.back(), -4);
  EXPECT_EQ(WithUnscored(cases, TakenAs::kRight).score.back(), 8);
}

// 90 of 90 answered positives found, 10 more silent: recall between 90 and 100 of 100, Clopper-Pearson of either end.
TEST(MeasureQuality, CoversBothEndsOfUnscoredCases) {
  const spec::Spec spec = ReadExample("scoring: {report: [recall, average_precision]}\n");
  const QualityResult quality = Measured(spec, {{1, 0.9, 90}, {0, 0.1, 100}}, 10, 0);
  const Measurement& recall = Of(quality.for_claims, "recall");
  EXPECT_EQ(*recall.value, 1.0);
  EXPECT_EQ(recall.n, 90u);
  const QualityResult wrong = Measured(spec, {{1, 0.9, 90}, {1, 0, 10}, {0, 0.1, 100}}, 0, 0);
  EXPECT_NEAR(recall.interval->low, Of(wrong.for_claims, "recall").interval->low, 1e-12);
  EXPECT_EQ(recall.interval->high, 1.0);
  EXPECT_NE(recall.note.find("10 cases without an answer: 0.9 if all were wrong, 1 if all were right"), std::string::npos)
      << recall.note;
  // 100 negatives are above the 10 positives at score 0: the last step of recall, 0.1, has precision 100 / 200.
  EXPECT_NE(Of(quality.for_claims, "average_precision").note.find("0.95 if all were wrong"), std::string::npos);
}

// Silent negatives say nothing of recall.
TEST(MeasureQuality, UnscoredCasesOfTheOtherClassChangeNothing) {
  const spec::Spec spec = ReadExample("scoring: {report: [recall]}\n");
  const Measurement silent = Of(Measured(spec, {{1, 0.9, 90}, {0, 0.1, 100}}, 0, 10).for_claims, "recall");
  const Measurement none = Of(Measured(spec, {{1, 0.9, 90}, {0, 0.1, 100}}, 0, 0).for_claims, "recall");
  EXPECT_EQ(silent.interval->low, none.interval->low);
  EXPECT_EQ(silent.interval->high, none.interval->high);
}

constexpr char kAccuracy[] = "claims: [{id: c, metric: accuracy, for: {system: a}, bound: \">= 0.9\", primary: true}]\n";

struct SilentCase {
  int silent;
  Outcome outcome;
};

// 190 of 190 right: with 2 silent at worst 190 of 192, far above 0.9; with 30 at worst 190 of 220 = 0.864, at best all.
TEST(JudgeClaims, AVerdictHoldsForBothEndsOrIsUndecided) {
  for (const SilentCase& c : {SilentCase{0, Outcome::kPass}, {2, Outcome::kPass}, {30, Outcome::kUndecided}}) {
    Evaluation evaluation{.spec = ReadExample(kAccuracy)};
    evaluation.quality = {Measured(evaluation.spec, {{1, 0.9, 95}, {0, 0.1, 95}}, c.silent / 2, c.silent / 2)};
    JudgeClaims(evaluation);
    const verdict::ClaimVerdict& verdict = evaluation.claims.at(0);
    EXPECT_EQ(verdict.outcome, c.outcome) << verdict.reason;
    EXPECT_EQ(verdict.reason.find("cases without an answer") != std::string::npos, c.silent > 0) << verdict.reason;
  }
}

// Half wrong fails whatever the two silent ones would have been.
TEST(JudgeClaims, AFailHoldsForBothEndsToo) {
  Evaluation evaluation{.spec = ReadExample(kAccuracy)};
  evaluation.quality = {Measured(evaluation.spec, {{1, 0.9, 50}, {1, 0.1, 50}, {0, 0.1, 50}, {0, 0.9, 50}}, 1, 1)};
  JudgeClaims(evaluation);
  EXPECT_EQ(evaluation.claims.at(0).outcome, Outcome::kFail) << evaluation.claims[0].reason;
}

}  // namespace
}  // namespace assay::run
