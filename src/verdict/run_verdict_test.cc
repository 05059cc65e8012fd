// SPDX-License-Identifier: Apache-2.0
#include "verdict/run_verdict.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay::verdict {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

// One query each millisecond, issued 1 µs late, answered 2 ms after it was due.
record::RunRecord Steady(std::size_t queries) {
  record::RunRecord run;
  run.end = record::EndState::kComplete;
  for (std::size_t i = 0; i < queries; ++i) {
    const std::int64_t due = static_cast<std::int64_t>(i) * kMillisecond;
    run.due_ns.push_back(due);
    run.issued_ns.push_back(due + 1000);
    run.issue_returned_ns.push_back(due + 2000);
    run.sample_index.push_back(i % 100);
    run.done_ns.push_back(due + 2 * kMillisecond);
    run.status.push_back(SampleStatus::kOk);
    run.error.push_back(0);
  }
  return run;
}

spec::Traffic ServerTraffic() {
  spec::Traffic traffic;
  traffic.name = "online";
  traffic.scenario = spec::Server{.target_qps = 1000};
  traffic.latency = spec::LatencyBound{.percentile = 0.99, .at_most_ns = 15 * kMillisecond};
  return traffic;
}

RunFacts FactsFor(std::size_t queries) {
  RunFacts facts;
  facts.planned_queries = queries;
  facts.min_query_count = 100;
  facts.min_duration_ns = 500 * kMillisecond;
  return facts;
}

const Constraint& Named(const RunVerdict& verdict, std::string_view name) {
  const auto found = std::ranges::find(verdict.constraints, name, &Constraint::name);
  if (found == verdict.constraints.end()) {
    ADD_FAILURE() << "no constraint " << name;
    return verdict.constraints.front();
  }
  return *found;
}

bool Says(const RunVerdict& verdict, std::string_view text) {
  return std::ranges::any_of(verdict.invalid_reasons, [&](const std::string& reason) { return reason.contains(text); });
}

TEST(RunVerdict, ASteadyRunIsValidAndPasses) {
  const RunVerdict verdict = JudgeRun(Steady(1000), ServerTraffic(), FactsFor(1000));
  EXPECT_TRUE(verdict.valid);
  EXPECT_TRUE(verdict.invalid_reasons.empty());
  EXPECT_EQ(Named(verdict, "latency_p99").outcome, Outcome::kPass);
  EXPECT_EQ(Named(verdict, "duration").measured, 999.0 * kMillisecond);
  EXPECT_EQ(Named(verdict, "generator").measured, 1000);
  EXPECT_EQ(Named(verdict, "answers").outcome, Outcome::kPass);
  EXPECT_EQ(verdict.mlperf_validity, "VALID");
}

// VALID and undecided are two things: LoadGen's one word folds them.
TEST(RunVerdict, TooFewQueriesForThePercentileAreUndecidedNotInvalid) {
  RunFacts facts = FactsFor(458);
  facts.min_duration_ns = 100 * kMillisecond;
  const RunVerdict verdict = JudgeRun(Steady(458), ServerTraffic(), facts);
  EXPECT_TRUE(verdict.valid);
  EXPECT_EQ(Named(verdict, "latency_p99").outcome, Outcome::kUndecided);
  EXPECT_EQ(Named(verdict, "latency_p99").n_needed, 459u);
  EXPECT_EQ(verdict.mlperf_validity, "INVALID");
  EXPECT_EQ(verdict.mlperf_reason, "early stopping not met (1 more queries)");
}

TEST(RunVerdict, MinimaDecideValidity) {
  RunFacts facts = FactsFor(1000);
  facts.min_duration_ns = 1000 * kMillisecond;  // the last query is due at 999 ms
  const RunVerdict brief = JudgeRun(Steady(1000), ServerTraffic(), facts);
  EXPECT_FALSE(brief.valid);
  EXPECT_TRUE(Says(brief, "lasted 999 ms of at least"));
  EXPECT_EQ(Named(brief, "latency_p99").outcome, Outcome::kNotMeasured);
  EXPECT_TRUE(Named(brief, "latency_p99").measured.has_value());

  const RunVerdict few = JudgeRun(Steady(999), ServerTraffic(), FactsFor(1000));
  EXPECT_TRUE(Says(few, "999 queries of at least 1000"));
}

TEST(RunVerdict, ThoseWithoutAnAnswerAreNamed) {
  record::RunRecord run = Steady(1000);
  for (std::size_t i = 10; i < 30; ++i) {
    run.status[i] = SampleStatus::kLost;
    run.done_ns[i] = -1;
  }
  const RunVerdict verdict = JudgeRun(run, ServerTraffic(), FactsFor(1000));
  EXPECT_FALSE(verdict.valid);
  EXPECT_TRUE(Says(verdict, "20 samples got no answer: 10 (dataset index 10), 11 "));
  EXPECT_TRUE(Says(verdict, ", …"));
  EXPECT_FALSE(Says(verdict, "20 (dataset"));  // ten by name
  EXPECT_EQ(verdict.mlperf_validity, "");
  EXPECT_FALSE(verdict.notes.empty());
}

TEST(RunVerdict, StrayAnswersAreNamed) {
  using Kind = record::StrayCompletion::Kind;
  record::RunRecord run = Steady(1000);
  run.strays = {{.id = 7, .at_ns = 5, .kind = Kind::kDuplicate},
                {.id = 99, .at_ns = 6, .kind = Kind::kForeign},
                {.id = 8, .at_ns = 7, .kind = Kind::kAfterEnd}};
  run.stray_count = 3;
  const RunVerdict verdict = JudgeRun(run, ServerTraffic(), FactsFor(1000));
  EXPECT_TRUE(Says(verdict, "1 answer came twice: id 7"));
  EXPECT_TRUE(Says(verdict, "1 answer named no sample of this run: id 99"));
  EXPECT_TRUE(Says(verdict, "1 answer came after the end: id 8"));
}

TEST(RunVerdict, HowItEndedIsSaid) {
  record::RunRecord run = Steady(10);
  run.end = record::EndState::kInterrupted;
  EXPECT_TRUE(Says(JudgeRun(run, ServerTraffic(), FactsFor(1000)), "interrupted"));
  run.end = record::EndState::kSutFailed;
  run.end_reason = "out of memory";
  EXPECT_TRUE(Says(JudgeRun(run, ServerTraffic(), FactsFor(10)), "the system under test failed: out of memory"));
  const record::RunRecord nothing;  // interrupted before its first query
  const RunVerdict verdict = JudgeRun(nothing, ServerTraffic(), FactsFor(10));
  EXPECT_FALSE(verdict.valid);
  EXPECT_TRUE(Says(verdict, "no query was issued"));
  EXPECT_EQ(Named(verdict, "latency_p99").outcome, Outcome::kNotMeasured);
}

record::RunRecord LateBy(std::int64_t lateness_ns) {
  record::RunRecord run = Steady(1000);
  for (std::size_t i = 0; i < 20; ++i) run.issued_ns[i] = run.due_ns[i] + lateness_ns;
  return run;
}

// A tenth of the 15 ms bound is 1.5 ms; declared sharing allows ten times that.
TEST(RunVerdict, ALateGeneratorMakesItInvalid) {
  spec::Traffic traffic = ServerTraffic();
  EXPECT_EQ(LatenessLimitNs(traffic), 1'500'000);
  RunFacts facts = FactsFor(1000);
  EXPECT_TRUE(JudgeRun(LateBy(1'500'000), traffic, facts).valid);
  EXPECT_TRUE(Says(JudgeRun(LateBy(1'500'001), traffic, facts), "the generator was late"));

  facts.cores_shared = true;
  EXPECT_TRUE(Says(JudgeRun(LateBy(1'500'001), traffic, facts), "not declared"));
  traffic.shared_cores = spec::SharedCores::kDeclared;
  const RunVerdict declared = JudgeRun(LateBy(1'500'001), traffic, facts);
  EXPECT_TRUE(declared.valid);
  EXPECT_EQ(declared.notes.size(), 1u);
  EXPECT_FALSE(JudgeRun(LateBy(15'000'001), traffic, facts).valid);

  traffic.latency.reset();
  EXPECT_EQ(LatenessLimitNs(traffic), 1'000'000);
  traffic.latency = spec::LatencyBound{.percentile = 0.99, .at_most_ns = 1000};
  EXPECT_EQ(LatenessLimitNs(traffic), 50'000);
}

// 3 errors in 1,000 against 0.1 %: expected 1, three or more happen with probability 0.08; 20 can't be chance.
TEST(RunVerdict, ErrorsHaveABudget) {
  const auto with_errors = [](std::size_t count) {
    record::RunRecord run = Steady(1000);
    for (std::size_t i = 0; i < count; ++i) run.status[i] = SampleStatus::kError;
    return run;
  };
  RunFacts facts = FactsFor(1000);
  facts.max_errors = 0.001;
  const RunVerdict some = JudgeRun(with_errors(3), ServerTraffic(), facts);
  EXPECT_TRUE(some.valid);
  EXPECT_EQ(Named(some, "error_rate").outcome, Outcome::kUndecided);
  EXPECT_TRUE(Named(some, "error_rate").n_needed.has_value());
  EXPECT_EQ(Named(JudgeRun(with_errors(20), ServerTraffic(), facts), "error_rate").outcome, Outcome::kFail);
  facts.max_errors = 0.1;
  EXPECT_EQ(Named(JudgeRun(with_errors(3), ServerTraffic(), facts), "error_rate").outcome, Outcome::kPass);
}

TEST(RunVerdict, OwnTrafficLastsAsLongAsItsArrivals) {
  spec::Traffic traffic = ServerTraffic();
  traffic.scenario = spec::OwnTraffic{.arrival = "replay", .rate_qps = 0, .parameters = {}};
  RunFacts facts = FactsFor(1000);
  facts.min_duration_ns = 5000 * kMillisecond;
  const RunVerdict verdict = JudgeRun(Steady(1000), traffic, facts);
  EXPECT_TRUE(verdict.valid);
  EXPECT_EQ(verdict.mlperf_validity, "");
}

TEST(RunVerdict, AnAccuracyRunNeedsItsAnswersOnly) {
  RunFacts facts = FactsFor(1000);
  facts.accuracy = true;
  facts.min_duration_ns = 600'000 * kMillisecond;
  const RunVerdict verdict = JudgeRun(Steady(1000), ServerTraffic(), facts);
  EXPECT_TRUE(verdict.valid);
  EXPECT_EQ(verdict.mlperf_validity, "");
  EXPECT_EQ(verdict.constraints.size(), 2u);  // queries, answers
}

}  // namespace
}  // namespace assay::verdict
