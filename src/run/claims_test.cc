// SPDX-License-Identifier: Apache-2.0
#include "run/claims.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "run/example_run_test.h"
#include "run/worst_required.h"
#include "verdict/claim_verdict.h"

namespace assay::run {
namespace {

using verdict::Outcome;

constexpr std::int64_t kFast = 1'000'000, kSlow = 30'000'000;  // the bound is 10 ms

std::vector<std::int64_t> Latencies(std::size_t count, std::int64_t latency_ns) {
  return std::vector<std::int64_t>(count, latency_ns);
}

Measurement Throughput(double value) {
  return {.metric = "completed_qps", .value = value, .unit = Unit::kPerSecond, .better = Better::kHigher, .n = 100};
}

// Judges what is in `evaluation` and returns the verdicts on one claim, in order.
std::vector<verdict::ClaimVerdict> VerdictsOn(Evaluation& evaluation, const std::string& claim) {
  JudgeClaims(evaluation);
  std::vector<verdict::ClaimVerdict> list;
  for (const verdict::ClaimVerdict& verdict : evaluation.claims) {
    if (verdict.claim == claim) list.push_back(verdict);
  }
  return list;
}

constexpr char kRecall[] = "claims: [{id: c, metric: recall, for: {system: a}, bound: \">= 0.95\", primary: true}]\n";

struct RecallCase {
  int hits, misses;
  Outcome outcome;
};

// One-sided Clopper-Pearson at 95 %: without a miss the lower end is 0.05^(1/n), 0.9505 for 59 and 0.9497 for 58;
// with 40 of 59 the upper end is below 40/59 + 1.65 x sqrt(0.22/59) + 0.02 = 0.80.
constexpr RecallCase kRecallCases[] = {{59, 0, Outcome::kPass}, {58, 0, Outcome::kUndecided}, {40, 19, Outcome::kFail}};

TEST(JudgeClaims, JudgesQualityByItsOneSidedBound) {
  for (const RecallCase& c : kRecallCases) {
    Evaluation evaluation{.spec = ReadExample(kRecall)};
    evaluation.quality = {ExampleQuality(evaluation.spec, "a", {{1, 0.9, c.hits}, {1, 0.1, c.misses}, {0, 0.1, 50}})};
    const auto verdicts = VerdictsOn(evaluation, "c");
    ASSERT_EQ(verdicts.size(), 1u);
    EXPECT_EQ(verdicts[0].outcome, c.outcome) << c.hits << ": " << verdicts[0].reason;
    EXPECT_EQ(verdicts[0].n, static_cast<std::uint64_t>(c.hits + c.misses));
    EXPECT_TRUE(verdicts[0].required);
  }
}

TEST(JudgeClaims, WithoutAnAccuracyPassQualityIsNotMeasured) {
  Evaluation evaluation{.spec = ReadExample(kRecall)};
  const auto verdicts = VerdictsOn(evaluation, "c");
  ASSERT_EQ(verdicts.size(), 1u);
  EXPECT_EQ(verdicts[0].outcome, Outcome::kNotMeasured);
  EXPECT_EQ(verdicts[0].reason, "no accuracy pass of a");
}

TEST(JudgeClaims, AnInvalidAccuracyPassIsNoEvidence) {
  Evaluation evaluation{.spec = ReadExample(kRecall)};
  evaluation.quality = {ExampleQuality(evaluation.spec, "a", {{1, 0.9, 59}, {0, 0.1, 50}})};
  evaluation.quality[0].invalid = "3 samples got no answer";
  const auto verdicts = VerdictsOn(evaluation, "c");
  ASSERT_EQ(verdicts.size(), 1u);
  EXPECT_EQ(verdicts[0].outcome, Outcome::kNotMeasured);
  EXPECT_NE(verdicts[0].reason.find("3 samples got no answer"), std::string::npos);
}

constexpr char kGate[] = "claims: [{id: c, metric: accuracy, for: {system: b}, bound: \">= 99% of a\"}]\n";

// Both answer the same 200 cases alike: the paired difference is 1 % of 0.9, without spread. By their own intervals
// 0.9 of 200 couldn't be told from 0.891.
TEST(JudgeClaims, AGateIsJudgedByThePairedDifference) {
  const std::vector<CaseGroup> groups = {{1, 0.9, 90}, {1, 0.1, 10}, {0, 0.1, 90}, {0, 0.9, 10}};
  Evaluation evaluation{.spec = ReadExample(kGate)};
  evaluation.quality = {ExampleQuality(evaluation.spec, "a", groups), ExampleQuality(evaluation.spec, "b", groups)};
  const auto verdicts = VerdictsOn(evaluation, "c");
  ASSERT_EQ(verdicts.size(), 1u);
  EXPECT_EQ(verdicts[0].outcome, Outcome::kPass) << verdicts[0].reason;
  EXPECT_NEAR(*verdicts[0].limit, 0.99 * 0.9, 1e-12);
  EXPECT_NE(verdicts[0].reason.find("paired case by case"), std::string::npos);
}

TEST(JudgeClaims, AGateOnASystemWithoutAValidPassIsNotMeasured) {
  const std::vector<CaseGroup> groups = {{1, 0.9, 90}, {0, 0.1, 90}};
  Evaluation missing{.spec = ReadExample(kGate)};
  missing.quality = {ExampleQuality(missing.spec, "b", groups)};
  EXPECT_EQ(VerdictsOn(missing, "c").at(0).outcome, Outcome::kNotMeasured);

  Evaluation invalid{.spec = ReadExample(kGate)};
  invalid.quality = {ExampleQuality(invalid.spec, "a", groups), ExampleQuality(invalid.spec, "b", groups)};
  invalid.quality[0].invalid = "interrupted";
  EXPECT_EQ(VerdictsOn(invalid, "c").at(0).outcome, Outcome::kNotMeasured);
}

constexpr char kAtPoint[] =
    "operating_point: {maximize: recall, subject_to: \"precision >= 0.95\", method: fixed_sequence, alpha: 0.05}\n"
    "claims:\n"
    "  - {id: low, metric: recall, for: {system: a}, given: operating_point, bound: \">= 0.90\"}\n"
    "  - {id: high, metric: recall, for: {system: a}, given: operating_point, bound: \">= 0.99\"}\n"
    "  - {id: gate, metric: recall, for: {system: b}, given: operating_point, bound: \">= 95% of a\"}\n";

// 200 of 200 flagged are positive: certified. Recall is 200 of 200, its lower end at 97.5 % 0.025^(1/200) = 0.9817.
TEST(JudgeClaims, AtACertifiedOperatingPointHalfOfAlphaIsLeft) {
  Evaluation evaluation{.spec = ReadExample(kAtPoint)};
  evaluation.quality = {ExampleQuality(evaluation.spec, "a", {{1, 0.9, 200}, {0, 0.1, 200}})};
  ASSERT_TRUE(evaluation.quality[0].operating_point->threshold.has_value());
  JudgeClaims(evaluation);
  EXPECT_EQ(evaluation.claims.at(0).outcome, Outcome::kPass) << evaluation.claims[0].reason;
  EXPECT_NEAR(evaluation.claims.at(0).interval->low, std::pow(0.025, 1.0 / 200), 1e-9);
  EXPECT_EQ(evaluation.claims.at(1).outcome, Outcome::kUndecided) << evaluation.claims[1].reason;
}

// 100 of 105 with one score: 0.952 observed, not certified at 95 %. Recall there is 1, which must not count as PASS;
// half of the positives missed at that threshold fails all the same.
TEST(JudgeClaims, AThresholdThatIsNotCertifiedNeverPasses) {
  Evaluation evaluation{.spec = ReadExample(kAtPoint)};
  evaluation.quality = {ExampleQuality(evaluation.spec, "a", {{1, 0.9, 100}, {0, 0.9, 5}, {0, 0.1, 1000}})};
  ASSERT_FALSE(evaluation.quality[0].operating_point->threshold.has_value());
  JudgeClaims(evaluation);
  EXPECT_EQ(evaluation.claims.at(0).outcome, Outcome::kUndecided) << evaluation.claims[0].reason;
  EXPECT_NE(evaluation.claims.at(0).reason.find("which flatters"), std::string::npos);

  Evaluation missed{.spec = ReadExample(kAtPoint)};
  missed.quality = {
      ExampleQuality(missed.spec, "a", {{1, 0.9, 50}, {0, 0.9, 2}, {1, 0.1, 50}, {0, 0.1, 1000}})};
  ASSERT_FALSE(missed.quality[0].operating_point->threshold.has_value());
  JudgeClaims(missed);
  EXPECT_EQ(missed.claims.at(0).outcome, Outcome::kFail) << missed.claims[0].reason;
}

// The gate system's recall at its own point is 400 of 800; at the default decision it would be 800 of 800.
TEST(JudgeClaims, AGateAtTheOperatingPointComparesOperatingPoints) {
  Evaluation evaluation{.spec = ReadExample(kAtPoint)};
  evaluation.quality = {
      ExampleQuality(evaluation.spec, "a", {{1, 0.9, 400}, {1, 0.6, 400}, {0, 0.6, 400}, {0, 0.1, 400}}),
      ExampleQuality(evaluation.spec, "b", {{1, 0.9, 200}, {0, 0.1, 200}})};
  ASSERT_EQ(evaluation.quality[0].operating_point->threshold, 0.9) << evaluation.quality[0].operating_point->statement;
  const auto verdicts = VerdictsOn(evaluation, "gate");
  ASSERT_EQ(verdicts.size(), 1u);
  ASSERT_TRUE(verdicts[0].limit.has_value()) << verdicts[0].reason;
  EXPECT_NEAR(*verdicts[0].limit, 0.95 * 0.5, 1e-12) << verdicts[0].reason;
  EXPECT_EQ(verdicts[0].outcome, Outcome::kPass) << verdicts[0].reason;
}

constexpr char kTail[] = "claims: [{id: c, metric: latency_p99, for: {system: a, traffic: online}, bound: \"<= 10ms\"}]\n";

Evaluation WithLoads(const char* claims, std::vector<CellResult> cells) {
  Evaluation evaluation{.spec = ReadExample(claims)};
  evaluation.cells = std::move(cells);
  for (CellResult& cell : evaluation.cells) {
    const PerformanceColumns columns = cell.run->Get();
    const MetricInput input{.performance = &columns, .level = 0.9};
    for (const char* name : {"latency_p99"}) cell.for_claims.push_back(FindMetric(name)->compute(input)->front());
  }
  return evaluation;
}

// Early stopping of MLPerf (appendix of its rules, as LoadGen 6.0.17 computes it): 459 queries without a late one show
// a 99th percentile, 458 don't.
TEST(JudgeClaims, ALatencyPercentileNeedsEarlyStoppingsCertainty) {
  Evaluation pass = WithLoads(kTail, {ExampleCell("a", 1, Latencies(459, kFast))});
  EXPECT_EQ(VerdictsOn(pass, "c").at(0).outcome, Outcome::kPass);
  Evaluation few = WithLoads(kTail, {ExampleCell("a", 1, Latencies(458, kFast))});
  EXPECT_EQ(VerdictsOn(few, "c").at(0).outcome, Outcome::kUndecided);
  Evaluation fail = WithLoads(kTail, {ExampleCell("a", 1, Latencies(459, kSlow))});
  EXPECT_EQ(VerdictsOn(fail, "c").at(0).outcome, Outcome::kFail);
}

TEST(JudgeClaims, OverRepeatsTheWorstCounts) {
  const auto good = ExampleCell("a", 1, Latencies(459, kFast)), bad = ExampleCell("a", 2, Latencies(459, kSlow));
  Evaluation evaluation = WithLoads(kTail, {good, bad});
  const auto verdicts = VerdictsOn(evaluation, "c");
  ASSERT_EQ(verdicts.size(), 1u);
  EXPECT_EQ(verdicts[0].outcome, Outcome::kFail);
}

TEST(JudgeClaims, AnInvalidRunIsNotMeasuredWithItsReasons) {
  CellResult cell = ExampleCell("a", 1, Latencies(459, kFast));
  cell.verdict.valid = false;
  cell.verdict.invalid_reasons = {"the generator was late", "2 samples got no answer"};
  Evaluation evaluation = WithLoads(kTail, {cell});
  const auto verdict = VerdictsOn(evaluation, "c").at(0);
  EXPECT_EQ(verdict.outcome, Outcome::kNotMeasured);
  EXPECT_EQ(verdict.reason, "the run is INVALID: the generator was late; 2 samples got no answer");

  cell.verdict.invalid_reasons.clear();  // INVALID stays INVALID without a word why
  Evaluation wordless = WithLoads(kTail, {cell});
  EXPECT_EQ(VerdictsOn(wordless, "c").at(0).outcome, Outcome::kNotMeasured);
}

TEST(JudgeClaims, NamesTheLoadThatIsMissing) {
  Evaluation evaluation{.spec = ReadExample(kTail)};
  const auto verdict = VerdictsOn(evaluation, "c").at(0);
  EXPECT_EQ(verdict.outcome, Outcome::kNotMeasured);
  EXPECT_EQ(verdict.reason, "no load run of a under online");
}

constexpr char kLoadGate[] =
    "claims: [{id: c, metric: completed_qps, for: {system: b, traffic: online}, bound: \">= 90% of a\"}]\n";

// 90 % of 100 is 90: 95 is enough beside repeat 1, not beside the 200 of repeat 2.
TEST(JudgeClaims, ALoadGateComparesTheSameRepeat) {
  Evaluation evaluation{.spec = ReadExample(kLoadGate)};
  for (const auto& [system, repeat, value] : {std::tuple{"a", 1, 100.0}, {"a", 2, 200.0}, {"b", 1, 95.0}}) {
    CellResult cell = ExampleCell(system, static_cast<std::uint64_t>(repeat), {kFast});
    cell.for_claims = {Throughput(value)};
    evaluation.cells.push_back(std::move(cell));
  }
  Evaluation second = evaluation;
  EXPECT_EQ(VerdictsOn(evaluation, "c").at(0).outcome, Outcome::kPass);
  second.cells[2].context.cell.repeat = 2;
  EXPECT_EQ(VerdictsOn(second, "c").at(0).outcome, Outcome::kFail);
}

TEST(JudgeClaims, AnInvalidRunIsNoReference) {
  Evaluation evaluation{.spec = ReadExample(kLoadGate)};
  for (const char* system : {"a", "b"}) {
    CellResult cell = ExampleCell(system, 1, {kFast});
    cell.for_claims = {Throughput(100)};
    evaluation.cells.push_back(std::move(cell));
  }
  evaluation.cells[0].verdict.valid = false;
  EXPECT_EQ(VerdictsOn(evaluation, "c").at(0).outcome, Outcome::kNotMeasured);
}

// Whether the load figures of system b are qualified: the same model and precision answered the cases completely, and
// no gate on quality is missed.
class Qualification : public testing::Test {
 protected:
  Evaluation With(std::vector<CaseGroup> answers) {
    Evaluation evaluation{.spec = ReadExample(kGate)};
    evaluation.cells = {ExampleCell("b", 1, {kFast}), ExampleAccuracyCell("b")};
    const std::vector<CaseGroup> right = {{1, 0.9, 90}, {0, 0.1, 90}};
    evaluation.quality = {ExampleQuality(evaluation.spec, "a", right),
                          ExampleQuality(evaluation.spec, "b", std::move(answers))};
    return evaluation;
  }
};

TEST_F(Qualification, ShownByAPassedGate) {
  Evaluation evaluation = With({{1, 0.9, 90}, {0, 0.1, 90}});
  JudgeClaims(evaluation);
  EXPECT_EQ(evaluation.cells[0].qualification, "");
}

TEST_F(Qualification, NotShownByAMissedGate) {
  Evaluation evaluation = With({{1, 0.1, 90}, {0, 0.1, 90}});
  JudgeClaims(evaluation);
  EXPECT_EQ(evaluation.cells[0].qualification, verdict::kUnqualified);
  EXPECT_EQ(evaluation.cells[1].qualification, "");  // the accuracy pass itself makes no performance claim
}

TEST_F(Qualification, NotShownByAnotherModelOrPrecision) {
  Evaluation model = With({{1, 0.9, 90}, {0, 0.1, 90}}), precision = model;
  model.cells[1].context.executor.model_sha256 = "other bytes";
  JudgeClaims(model);
  EXPECT_EQ(model.cells[0].qualification, verdict::kUnqualified);
  precision.cells[1].context.executor.precision = "int8";
  JudgeClaims(precision);
  EXPECT_EQ(precision.cells[0].qualification, verdict::kUnqualified);
}

TEST_F(Qualification, NotShownByAnIncompletePass) {
  Evaluation evaluation = With({{1, 0.9, 90}, {0, 0.1, 90}});
  evaluation.quality[1].complete = false;
  JudgeClaims(evaluation);
  EXPECT_EQ(evaluation.cells[0].qualification, verdict::kUnqualified);
}

TEST(JudgeClaims, TheDecisionSaysWhatIsRequired) {
  const char* const text =
      "claims:\n"
      "  - {id: one, metric: recall, for: {system: a}, bound: \">= 0.5\", primary: true}\n"
      "  - {id: two, metric: accuracy, for: {system: a}, bound: \">= 0.5\"}\n";
  Evaluation primary{.spec = ReadExample(text)};
  JudgeClaims(primary);
  EXPECT_TRUE(primary.claims.at(0).required);
  EXPECT_FALSE(primary.claims.at(1).required);
  EXPECT_FALSE(primary.decision.has_value());

  Evaluation decided{.spec = ReadExample(std::string(text) + "decision: {require: [two]}\n")};
  JudgeClaims(decided);
  EXPECT_FALSE(decided.claims.at(0).required);
  EXPECT_TRUE(decided.claims.at(1).required);
  EXPECT_TRUE(decided.decision.has_value());
}

verdict::ClaimVerdict Required(Outcome outcome) {
  verdict::ClaimVerdict verdict;
  verdict.required = true;
  verdict.outcome = outcome;
  return verdict;
}

TEST(WorstRequired, FailIsWorstThenNotMeasured) {
  std::vector<verdict::ClaimVerdict> claims = {Required(Outcome::kPass), Required(Outcome::kUndecided)};
  EXPECT_EQ(WorstRequired(claims), Outcome::kUndecided);
  claims.push_back(Required(Outcome::kNotMeasured));
  EXPECT_EQ(WorstRequired(claims), Outcome::kNotMeasured);
  claims.push_back(Required(Outcome::kFail));
  EXPECT_EQ(WorstRequired(claims), Outcome::kFail);
  claims.back().required = false;
  EXPECT_EQ(WorstRequired(claims), Outcome::kNotMeasured);
}

// docs: 0 positive, 1 FAIL or INVALID, 5 the system's failure stopped the run or passed its error budget, 7 UNDECIDED,
// 8 NOT MEASURED.
TEST(ExitCodeOf, FollowsTheTable) {
  const auto code = [](std::vector<verdict::ClaimVerdict> claims, bool valid = true,
                       record::EndState end = record::EndState::kComplete) {
    Evaluation evaluation;
    evaluation.claims = std::move(claims);
    CellResult cell = ExampleCell("a", 1, {kFast});
    cell.verdict.valid = valid;
    cell.end = end;
    evaluation.cells = {cell};
    return ExitCodeOf(evaluation);
  };
  EXPECT_EQ(code({}), 0);
  EXPECT_EQ(code({}, false), 1);
  EXPECT_EQ(code({Required(Outcome::kPass)}), 0);
  EXPECT_EQ(code({Required(Outcome::kFail)}), 1);
  EXPECT_EQ(code({Required(Outcome::kUndecided)}), 7);
  EXPECT_EQ(code({Required(Outcome::kNotMeasured)}), 8);
  EXPECT_EQ(code({Required(Outcome::kNotMeasured)}, false), 1);
  EXPECT_EQ(code({Required(Outcome::kPass)}, false, record::EndState::kSutStuck), 5);
  EXPECT_EQ(code({}, false, record::EndState::kSutFailed), 5);
  EXPECT_EQ(code({}, false, record::EndState::kInterrupted), 1);
}

TEST(ExitCodeOf, AnErrorBudgetThatIsPassedIsTheSystemsFailure) {
  Evaluation evaluation;
  CellResult cell = ExampleCell("a", 1, {kFast});
  cell.verdict.constraints = {{.name = "error_rate", .outcome = Outcome::kFail}};
  evaluation.cells = {cell};
  EXPECT_EQ(ExitCodeOf(evaluation), 5);
}

}  // namespace
}  // namespace assay::run
