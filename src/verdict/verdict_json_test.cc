// SPDX-License-Identifier: Apache-2.0
#include "verdict/verdict_json.h"

#include <gtest/gtest.h>

#include "base/json_reader.h"

namespace assay::verdict {
namespace {

TEST(VerdictJson, WhatIsNotKnownIsNull) {
  const auto json = base::ReadJson(ToJson(RunVerdict{}), "test");
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ(json->Find("schema")->AsString(), "assay.run_verdict/1");
  const base::JsonValue& run = *json->Find("run");
  EXPECT_EQ(run.Find("validity")->AsString(), "INVALID");
  EXPECT_TRUE(run.Find("mlperf_validity")->IsNull());

  ClaimVerdict claim;
  claim.claim = "a \"quoted\" id\n";
  claim.interval = Interval{0.25, 0.5, 0.9, "clopper-pearson"};
  claim.n_needed = 134;
  const auto claims = base::ReadJson(ToJson(std::vector{claim}), "test");
  ASSERT_TRUE(claims.has_value());
  const base::JsonValue& first = claims->Find("claims")->items()[0];
  EXPECT_EQ(first.Find("claim")->AsString(), claim.claim);
  EXPECT_EQ(first.Find("outcome")->AsString(), "NOT MEASURED");
  EXPECT_TRUE(first.Find("measured")->IsNull());
  EXPECT_EQ(first.Find("interval")->Find("low")->AsDouble(), 0.25);
  EXPECT_EQ(first.Find("n_needed")->AsUint64(), 134u);
}

TEST(VerdictJson, KeepsEveryConstraint) {
  RunVerdict verdict;
  verdict.valid = true;
  verdict.mlperf_validity = "VALID";
  Constraint constraint;
  constraint.name = "latency_p99";
  constraint.outcome = Outcome::kUndecided;
  constraint.unit = Unit::kNanoseconds;
  constraint.measured = 16'900'000;
  constraint.limit = 15'000'000;
  verdict.constraints = {constraint};
  const auto json = base::ReadJson(ToJson(verdict), "test");
  const base::JsonValue& written = json->Find("run")->Find("constraints")->items()[0];
  EXPECT_EQ(written.Find("name")->AsString(), "latency_p99");
  EXPECT_EQ(written.Find("outcome")->AsString(), "UNDECIDED");
  EXPECT_EQ(written.Find("unit")->AsString(), "ns");
  EXPECT_EQ(written.Find("measured")->AsInt64(), 16'900'000);
  EXPECT_EQ(ToJson(verdict), ToJson(verdict));
}

}  // namespace
}  // namespace assay::verdict
