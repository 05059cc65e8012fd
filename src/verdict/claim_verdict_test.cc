// SPDX-License-Identifier: Apache-2.0
#include "verdict/claim_verdict.h"

#include <gtest/gtest.h>

#include <vector>

#include "stats/clopper_pearson.h"
#include "verdict/bound_check.h"

namespace assay::verdict {
namespace {

spec::Claim ClaimOf(std::string metric, spec::Op op, spec::QuantityKind kind, double limit) {
  spec::Claim claim;
  claim.id = "c";
  claim.metric = std::move(metric);
  claim.bound.op = op;
  claim.bound.limit = {.kind = kind, .value = limit, .currency = {}, .per = spec::Per::kOne};
  claim.bound.text = ">= x";
  return claim;
}

spec::Claim RecallClaim(double limit) {
  return ClaimOf("recall", spec::Op::kGreaterEqual, spec::QuantityKind::kShare, limit);
}

ClaimEvidence ShareEvidence(const char* metric, std::uint64_t hits, std::uint64_t n) {
  Measurement measured;
  measured.metric = metric;
  measured.unit = Unit::kShare;
  measured.value = static_cast<double>(hits) / static_cast<double>(n);
  measured.n = n;
  measured.interval = *stats::ClopperPearsonInterval(hits, n, ClaimIntervalLevel(0.95));
  ClaimEvidence evidence;
  evidence.system = "mlp";
  evidence.measured = measured;
  return evidence;
}

// Zero-miss counts for one-sided 95 %: 0.9 needs 29 (0.9^29 = 0.047), 0.95 needs 59 (0.95^59 = 0.0485).
TEST(ClaimVerdict, PassesAtTheZeroMissCount) {
  EXPECT_EQ(JudgeClaim(RecallClaim(0.9), ShareEvidence("recall", 28, 28)).outcome, Outcome::kUndecided);
  EXPECT_EQ(JudgeClaim(RecallClaim(0.9), ShareEvidence("recall", 29, 29)).outcome, Outcome::kPass);
  EXPECT_EQ(JudgeClaim(RecallClaim(0.95), ShareEvidence("recall", 58, 58)).outcome, Outcome::kUndecided);
  EXPECT_EQ(JudgeClaim(RecallClaim(0.95), ShareEvidence("recall", 59, 59)).outcome, Outcome::kPass);
}

TEST(ClaimVerdict, SaysHowManyPositivesWouldDecide) {
  const ClaimVerdict undecided = JudgeClaim(RecallClaim(0.7), ShareEvidence("recall", 45, 57));
  EXPECT_EQ(undecided.outcome, Outcome::kUndecided);
  ASSERT_TRUE(undecided.n_needed.has_value());
  EXPECT_GT(*undecided.n_needed, 57u);
  EXPECT_EQ(undecided.n_unit, "positives");
  EXPECT_EQ(undecided.n, 57u);
  EXPECT_GT(*undecided.margin, 0);
  EXPECT_EQ(JudgeClaim(RecallClaim(0.7), ShareEvidence("recall", 20, 57)).outcome, Outcome::kFail);
}

// No broken flip in n: at most 1 % needs n = 299 for one-sided 95 %.
TEST(ClaimVerdict, UpperBoundsWorkTheOtherWay) {
  const auto claim = ClaimOf("flips_broken_on_positives", spec::Op::kLessEqual, spec::QuantityKind::kShare, 0.01);
  EXPECT_EQ(JudgeClaim(claim, ShareEvidence("flips_broken_on_positives", 0, 298)).outcome, Outcome::kUndecided);
  EXPECT_EQ(JudgeClaim(claim, ShareEvidence("flips_broken_on_positives", 0, 299)).outcome, Outcome::kPass);
  EXPECT_TRUE(JudgeClaim(claim, ShareEvidence("flips_broken_on_positives", 0, 100)).n_needed.has_value());
}

TEST(ClaimVerdict, AnExactValueIsComparedAndSaysSo) {
  const auto claim = ClaimOf("cost_per_request", spec::Op::kLessEqual, spec::QuantityKind::kMoney, 0.00002);
  ClaimEvidence evidence;
  evidence.measured = Measurement{.metric = "cost_per_request", .value = 0.019, .unit = Unit::kMoneyPer1000,
                                  .better = Better::kLower, .n = 0, .interval = {}, .note = {}};
  const ClaimVerdict verdict = JudgeClaim(claim, evidence);
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  EXPECT_DOUBLE_EQ(*verdict.limit, 0.02);
  EXPECT_NE(verdict.reason.find("without an interval"), std::string::npos);
}

TEST(ClaimVerdict, AnInvalidRunMeasuresNothing) {
  ClaimEvidence evidence = ShareEvidence("recall", 100, 100);
  evidence.invalid = "interrupted";
  const ClaimVerdict verdict = JudgeClaim(RecallClaim(0.5), evidence);
  EXPECT_EQ(verdict.outcome, Outcome::kNotMeasured);
  EXPECT_EQ(verdict.reason, "the run is INVALID: interrupted");
  EXPECT_EQ(verdict.measured, 1.0);
}

TEST(ClaimVerdict, MissingAndUndefinedAreNotMeasured) {
  ClaimEvidence evidence;
  evidence.missing = "no load run of traffic online";
  EXPECT_EQ(JudgeClaim(RecallClaim(0.5), evidence).reason, "no load run of traffic online");
  evidence.measured = Measurement{.metric = "recall", .value = {}, .unit = Unit::kShare, .better = Better::kHigher,
                                  .n = 0, .interval = {}, .note = "no positive"};
  EXPECT_EQ(JudgeClaim(RecallClaim(0.5), evidence).reason, "recall is undefined: no positive");
  EXPECT_EQ(JudgeClaim(RecallClaim(0.5), evidence).outcome, Outcome::kNotMeasured);
  const auto duration = ClaimOf("recall", spec::Op::kGreaterEqual, spec::QuantityKind::kDuration, 1e6);
  EXPECT_EQ(JudgeClaim(duration, ShareEvidence("recall", 5, 5)).outcome, Outcome::kNotMeasured);
}

TEST(ClaimVerdict, AGateUsesThePairedDifferenceWhereThereIsOne) {
  spec::Claim claim = ClaimOf("top_1", spec::Op::kGreaterEqual, spec::QuantityKind::kShare, 0.99);
  claim.bound.gate_system = "fp32";
  ClaimEvidence evidence = ShareEvidence("top_1", 880, 1000);
  EXPECT_EQ(JudgeClaim(claim, evidence).outcome, Outcome::kNotMeasured);  // fp32 has no value
  evidence.reference = 0.882;
  const ClaimVerdict alone = JudgeClaim(claim, evidence);
  EXPECT_EQ(alone.outcome, Outcome::kUndecided);
  EXPECT_NE(alone.reason.find("taken as exact"), std::string::npos);
  EXPECT_DOUBLE_EQ(*alone.limit, 0.99 * 0.882);
  evidence.gate_difference = Interval{0.001, 0.012, 0.9, "paired"};
  const ClaimVerdict paired = JudgeClaim(claim, evidence);
  EXPECT_EQ(paired.outcome, Outcome::kPass);
  EXPECT_DOUBLE_EQ(paired.interval->low, 0.99 * 0.882 + 0.001);
  EXPECT_NE(paired.reason.find("paired"), std::string::npos);
}

// The claim on a percentile is as careful as the run's own bound: 662 queries with two late ones aren't enough.
TEST(ClaimVerdict, ALatencyPercentileNeedsEarlyStopping) {
  const auto claim = ClaimOf("latency_p99", spec::Op::kLessEqual, spec::QuantityKind::kDuration, 10e6);
  std::vector<std::int64_t> latencies(662, 1'000'000);
  latencies[3] = latencies[4] = 20'000'000;
  PerformanceColumns run;
  run.latency_ns = latencies;
  run.samples_issued = run.samples_ok = 662;
  ClaimEvidence evidence;
  evidence.measured = Measurement{.metric = "latency_p99", .value = 1e6, .unit = Unit::kNanoseconds,
                                  .better = Better::kLower, .n = 662, .interval = {}, .note = {}};
  evidence.run = &run;
  evidence.is_performance = true;
  evidence.accuracy_shown = false;
  const ClaimVerdict verdict = JudgeClaim(claim, evidence);
  EXPECT_EQ(verdict.outcome, Outcome::kUndecided);
  EXPECT_EQ(verdict.n_needed, 838u);
  EXPECT_EQ(verdict.n_unit, "queries");
  EXPECT_EQ(verdict.qualification, kUnqualified);
  latencies[4] = 10'000'000;  // the limit itself isn't late
  EXPECT_EQ(JudgeClaim(claim, evidence).outcome, Outcome::kPass);
  const auto strict = ClaimOf("latency_p99", spec::Op::kLess, spec::QuantityKind::kDuration, 10e6);
  EXPECT_EQ(JudgeClaim(strict, evidence).outcome, Outcome::kUndecided);
  run.samples_issued = 700;  // 38 got no answer
  EXPECT_EQ(JudgeClaim(claim, evidence).outcome, Outcome::kFail);
}

}  // namespace
}  // namespace assay::verdict
