// SPDX-License-Identifier: Apache-2.0
#include "results/comparable.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "results/row_for_test.h"

namespace assay::results {
namespace {

using enum round::Scenario;
using enum round::ResultUnit;

const Difference* Find(const std::vector<Difference>& found, std::string_view axis) {
  const auto place = std::ranges::find(found, axis, &Difference::axis);
  return place == found.end() ? nullptr : &*place;
}

// mlcommons/inference pull request 1719: Server counted scheduled queries up to v4.0, completed ones from v4.1. 100 to 97
// is no slowdown of 3 %.
TEST(Comparable, ServerOfV40AndV41IsNot) {
  RowSet rows;
  const Row& old_row = AddTestRow(rows, "v4.0", "resnet", kServer, 100, kQueriesPerSecond);
  const Row& new_row = AddTestRow(rows, "v4.1", "resnet", kServer, 97, kQueriesPerSecond);
  const auto found = DifferencesBetween(old_row, new_row);
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found[0].forbids);
  EXPECT_EQ(found[0].axis, "metric");
  EXPECT_TRUE(found[0].reason.starts_with("not comparable: metric definition changed")) << found[0].reason;
  EXPECT_NE(KeyOf(old_row), KeyOf(new_row));
  EXPECT_NE(KeyOf(old_row).rounds, KeyOf(new_row).rounds);
}

TEST(Comparable, OfflineOfTheSameRoundsIs) {
  RowSet rows;
  const Row& a = AddTestRow(rows, "v4.1", "llama2-70b-99", kOffline, 100, kTokensPerSecond);
  const Row& b = AddTestRow(rows, "v5.1", "llama2-70b-99", kOffline, 97, kTokensPerSecond);
  const auto found = DifferencesBetween(a, b);
  EXPECT_TRUE(std::ranges::none_of(found, &Difference::forbids));
  ASSERT_NE(Find(found, "version"), nullptr);
  EXPECT_EQ(KeyOf(a), KeyOf(b)) << DifferenceOf(KeyOf(a), KeyOf(b));
  EXPECT_EQ(DifferenceOf(KeyOf(a), KeyOf(b)), "");
}

TEST(Comparable, WhatForbids) {
  RowSet rows;
  const Row base = AddTestRow(rows, "v5.1", "llama2-70b-99", kServer, 100, kTokensPerSecond);
  const auto only = [&](std::string_view axis, const Row& other) {
    const auto found = DifferencesBetween(base, other);
    ASSERT_FALSE(found.empty()) << axis;
    EXPECT_EQ(found[0].axis, axis);
    EXPECT_TRUE(found[0].forbids) << axis;
    EXPECT_NE(KeyOf(base), KeyOf(other)) << axis;
  };
  Row other = base;
  other.benchmark = "llama2-70b-99.9";
  only("benchmark", other);
  EXPECT_NE(DifferencesBetween(base, other)[0].reason.find("99 % and 99.9 %"), std::string::npos);
  other = base;
  other.scenario = kOffline;
  only("scenario", other);
  other = base;
  other.has_power = true;
  only("power", other);
  other = base;
  other.unit = kQueriesPerSecond;
  other.unit_stated = "Queries/s";
  other.unit_state = UnitState::kContradicts;
  only("unit", other);
}

// By construction: the same task, and every condition that MLCommons' messaging guidelines want said differs.
TEST(Comparable, WhatMustBeSaid) {
  RowSet rows;
  const Row& a = AddTestRow(rows, "v5.1", "llama2-70b-99.9", kOffline, 34000, kTokensPerSecond);
  Row& b = AddTestRow(rows, "v5.1", "llama2-70b-99.9", kOffline, 51000, kTokensPerSecond);
  System& system = SystemOf(b);
  system.division = Division::kOpen;
  system.availability = Availability::kPreview;
  system.edge = true;
  system.submitter = "Contoso";
  system.framework = "vLLM 0.9";
  system.accelerators.total = 32;
  b.other_model = true;
  b.model_stated = "llama3_1-70b-fp8_dyn";
  b.weights = ParsePrecision("UNSET");
  b.inferred = true;
  b.accuracy = "ROUGE1: 39.10  ROUGE2: 22.04  ROUGEL: 28.62  TOKENS_PER_SAMPLE: 210";
  const auto found = DifferencesBetween(a, b);
  for (const char* axis : {"division", "model", "accuracy", "submitter", "category", "availability", "precision",
                           "accelerators", "software", "inferred"}) {
    ASSERT_NE(Find(found, axis), nullptr) << axis;
    EXPECT_FALSE(Find(found, axis)->forbids) << axis;
    EXPECT_FALSE(Find(found, axis)->reason.empty()) << axis;
  }
  EXPECT_NE(Find(found, "division")->reason.find("MLPerf Open"), std::string::npos);
  EXPECT_NE(Find(found, "accuracy")->b.find("39.1 below 44.38677"), std::string::npos) << Find(found, "accuracy")->b;
  EXPECT_EQ(Find(found, "accelerators")->b, "32x Chip-A");
  EXPECT_EQ(Find(found, "version"), nullptr);
  EXPECT_NE(DifferenceOf(KeyOf(a), KeyOf(b)).find("division closed and open"), std::string::npos);
}

TEST(Comparable, ARowDiffersInNothingFromItself) {
  RowSet rows;
  const Row& row = AddTestRow(rows, "v5.1", "resnet", kOffline, 1, kSamplesPerSecond);
  EXPECT_TRUE(DifferencesBetween(row, row).empty());
}

// A makers' table must not change what KeyOf says, whichever row comes first.
TEST(Comparable, KeyMakerEqualsKeyOf) {
  RowSet rows;
  for (const std::string_view round : {"v0.5", "v4.0", "v4.1", "v5.1", "v9.9"}) {
    for (const round::Scenario scenario : {kOffline, kServer, kMultiStream}) {
      AddTestRow(rows, round, "resnet", scenario, 1, kQueriesPerSecond);
      AddTestRow(rows, round, "bert-99", scenario, 1, kQueriesPerSecond);
    }
  }
  KeyMaker maker;
  for (int turn = 0; turn < 2; ++turn) {
    for (const Row& row : rows.rows()) EXPECT_EQ(maker.Of(row), KeyOf(row));
  }
}

}  // namespace
}  // namespace assay::results
