// SPDX-License-Identifier: Apache-2.0
#include "decision/decide.h"

#include <gtest/gtest.h>

#include "decision/decision_json.h"

namespace assay::decision {
namespace {

using verdict::ClaimVerdict;
using verdict::Outcome;

ClaimVerdict Claim(std::string id, std::string system, int slot, Outcome outcome) {
  ClaimVerdict claim;
  claim.claim = std::move(id);
  claim.metric = slot == 2 ? "latency_p99" : "recall";
  claim.system = std::move(system);
  claim.slot = slot;
  claim.required = true;
  claim.outcome = outcome;
  claim.reason = "because";
  return claim;
}

spec::Spec TwoSystems() {
  spec::Spec spec;
  spec.systems.resize(2);
  spec.systems[0].id = "fp32";
  spec.systems[1].id = "int8";
  spec.decision = spec::Decision{.require = {"sla", "recall"}, .prefer_metric = "cost_per_request"};
  return spec;
}

std::vector<ClaimVerdict> Four(Outcome sla_fp32, Outcome recall_fp32, Outcome sla_int8, Outcome recall_int8) {
  return {Claim("sla", "fp32", 2, sla_fp32), Claim("recall", "fp32", 3, recall_fp32),
          Claim("sla", "int8", 2, sla_int8), Claim("recall", "int8", 3, recall_int8)};
}

TEST(Decide, KeepsTwoLineItemsPerCandidate) {
  const auto claims = Four(Outcome::kPass, Outcome::kFail, Outcome::kFail, Outcome::kPass);
  const DecisionResult result = Decide(TwoSystems(), claims, {});
  ASSERT_EQ(result.candidates.size(), 2u);
  EXPECT_EQ(result.candidates[0].servable.outcome, Outcome::kPass);
  EXPECT_EQ(result.candidates[0].good_enough.outcome, Outcome::kFail);
  EXPECT_EQ(result.candidates[0].good_enough.reason, "recall: because");
  EXPECT_EQ(result.candidates[1].servable.outcome, Outcome::kFail);
  EXPECT_EQ(result.outcome, Outcome::kFail);  // half of each makes no whole
  EXPECT_EQ(result.sentence,
            "No candidate is shown to be both servable within SLA and budget and good enough on the task.");
}

TEST(Decide, OneThatPassesBothDecides) {
  const auto claims = Four(Outcome::kPass, Outcome::kFail, Outcome::kPass, Outcome::kPass);
  const DecisionResult result = Decide(TwoSystems(), claims, {{"fp32", 1}, {"int8", 2}});
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.sentence, "int8 is servable within SLA and budget and good enough on the task.");
  EXPECT_FALSE(result.candidates[0].preferred);  // cheaper, and not good enough
  EXPECT_TRUE(result.candidates[1].preferred);
}

TEST(Decide, PreferenceComesAfterThePass) {
  const auto claims = Four(Outcome::kPass, Outcome::kPass, Outcome::kPass, Outcome::kPass);
  spec::Spec spec = TwoSystems();
  EXPECT_EQ(Decide(spec, claims, {{"fp32", 3}, {"int8", 2}}).sentence,
            "fp32 and int8 are servable within SLA and budget and good enough on the task. int8 is preferred: lowest "
            "cost_per_request.");
  spec.decision->prefer_minimize = false;
  EXPECT_TRUE(Decide(spec, claims, {{"fp32", 3}, {"int8", 2}}).candidates[0].preferred);
  const DecisionResult tied = Decide(spec, claims, {{"fp32", 3}, {"int8", 3.02}});
  EXPECT_FALSE(tied.candidates[0].preferred || tied.candidates[1].preferred);
  EXPECT_NE(tied.sentence.find("differ by less than 1 % in cost_per_request: none is preferred"), std::string::npos);
  const DecisionResult none = Decide(spec, claims, {});
  EXPECT_FALSE(none.candidates[0].preferred || none.candidates[1].preferred);
}

TEST(Decide, UndecidedNamesTheCasesNeeded) {
  auto claims = Four(Outcome::kPass, Outcome::kFail, Outcome::kPass, Outcome::kUndecided);
  claims[3].n = 57;
  claims[3].n_needed = 134;
  claims[3].n_unit = "positives";
  const DecisionResult result = Decide(TwoSystems(), claims, {});
  EXPECT_EQ(result.outcome, Outcome::kUndecided);
  ASSERT_EQ(result.n_needed.size(), 1u);
  EXPECT_EQ(result.n_needed[0], "recall of int8: 134 positives would decide it (57 there)");
}

// FAIL over NOT MEASURED over UNDECIDED within a candidate; the best candidate speaks for the whole.
TEST(Decide, RanksOutcomesAsExitCodesDo) {
  const std::vector<Outcome> all{Outcome::kPass, Outcome::kUndecided, Outcome::kNotMeasured, Outcome::kFail};
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < all.size(); ++b) {
      EXPECT_EQ(Worst(std::vector{all[a], all[b]}), all[std::max(a, b)]);
      const auto claims = Four(all[a], Outcome::kPass, all[b], Outcome::kPass);
      EXPECT_EQ(Decide(TwoSystems(), claims, {}).outcome, all[std::min(a, b)]);
    }
  }
  EXPECT_EQ(Worst({}), Outcome::kNotMeasured);
}

TEST(Decide, WhatNobodyRequiresDoesNotCount) {
  auto claims = Four(Outcome::kFail, Outcome::kPass, Outcome::kFail, Outcome::kPass);
  claims[0].required = claims[2].required = false;
  const DecisionResult result = Decide(TwoSystems(), claims, {});
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.candidates[0].servable.outcome, Outcome::kNotMeasured);
  EXPECT_EQ(result.sentence, "fp32 and int8 are good enough on the task.");
  for (ClaimVerdict& claim : claims) claim.required = false;
  EXPECT_EQ(Decide(TwoSystems(), claims, {}).outcome, Outcome::kNotMeasured);
}

// A candidate that a required question was never asked about isn't passed by silence.
TEST(Decide, SilenceIsNotMeasured) {
  const std::vector claims{Claim("sla", "fp32", 2, Outcome::kPass), Claim("recall", "fp32", 3, Outcome::kFail),
                           Claim("sla", "int8", 2, Outcome::kPass)};
  EXPECT_EQ(Decide(TwoSystems(), claims, {}).outcome, Outcome::kNotMeasured);
}

TEST(Decide, OrderOfClaimsDoesNotCount) {
  auto claims = Four(Outcome::kPass, Outcome::kUndecided, Outcome::kFail, Outcome::kPass);
  const std::string before = ToJson(Decide(TwoSystems(), claims, {{"int8", 1}}));
  std::swap(claims[0], claims[3]);
  std::swap(claims[1], claims[2]);
  EXPECT_EQ(ToJson(Decide(TwoSystems(), claims, {{"int8", 1}})), before);
  EXPECT_NE(before.find("assay.decision/1"), std::string::npos);
}

TEST(QuestionOf, GoesBySlotThenByMetric) {
  EXPECT_EQ(QuestionOf(2, FindMetric("recall")), Question::kServable);
  EXPECT_EQ(QuestionOf(6, FindMetric("latency_p99")), Question::kGoodEnough);
  EXPECT_EQ(QuestionOf(0, FindMetric("latency_p99")), Question::kServable);
  EXPECT_EQ(QuestionOf(0, FindMetric("cost_per_request")), Question::kServable);
  EXPECT_EQ(QuestionOf(0, FindMetric("recall")), Question::kGoodEnough);
  EXPECT_EQ(QuestionOf(0, FindMetric("error_cost_per_1000")), Question::kGoodEnough);
}

}  // namespace
}  // namespace assay::decision
