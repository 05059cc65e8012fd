// SPDX-License-Identifier: Apache-2.0
#include "run/slices/slice_members.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "run/claims.h"
#include "run/example_run_test.h"
#include "run/opened_data.h"

namespace assay::run {
namespace {

using verdict::Outcome;

// Four parts of the data by column `part`; a part's cases with their number of wrong answers.
struct Part {
  std::string name;
  int cases, wrong;
};

// A run directory with the members of what the spec's claims name, and the answers of system a in memory.
class SliceClaimsTest : public testing::Test {
 protected:
  void Make(const std::string& claims, const std::vector<Part>& parts) {
    std::string csv = "id,y,part\n";
    QualityResult quality{.system = "a", .split = "main", .complete = true};
    CellResult cell = ExampleAccuracyCell("a");
    quality.cases.classes = {"0", "1"};
    for (const Part& part : parts) {
      for (int i = 0; i < part.cases; ++i) {
        const std::string id = "case " + std::to_string(cell.cases.size());
        const std::int32_t label = i % 2, answer = i < part.wrong ? 1 - label : label;
        csv += id + "," + std::to_string(label) + "," + part.name + "\n";
        quality.cases.ids.push_back(id);
        quality.cases.label.push_back(label);
        quality.cases.predicted.push_back(answer);
        quality.cases.score.push_back(answer);
        record::CaseLine& line = cell.cases.emplace_back();
        line.sample = line.index = cell.cases.size() - 1;
        line.id = id;
      }
    }
    ASSERT_TRUE(base::WriteFileAtomically(folder_.In("cases.csv"), csv).has_value());
    evaluation_.run_directory = folder_.path();
    evaluation_.spec = ReadExample(claims);
    evaluation_.spec.file = folder_.In("spec.yaml");
    auto data = OpenData(evaluation_.spec);
    ASSERT_TRUE(data.has_value()) << data.error().front().what;
    ASSERT_TRUE(WriteSliceMembers(evaluation_.spec, *data, folder_.path()).has_value());
    ASSERT_TRUE(MeasureQuality(evaluation_.spec, quality, nullptr, {}).has_value());
    evaluation_.quality = {std::move(quality)};
    evaluation_.cells = {std::move(cell)};
  }

  const verdict::ClaimVerdict& On(const std::string& claim) {
    if (evaluation_.claims.empty()) JudgeClaims(evaluation_);
    return *std::ranges::find(evaluation_.claims, claim, &verdict::ClaimVerdict::claim);
  }

  TestFolder folder_;
  Evaluation evaluation_;
};

std::string ClaimOn(const std::string& id, const std::string& slice, bool primary) {
  return "  - {id: " + id + ", metric: accuracy, for: {system: a, slice: \"" + slice + "\"}, bound: \">= 0.95\", primary: " +
         (primary ? "true" : "false") + "}\n";
}

TEST_F(SliceClaimsTest, MembersAreReadBackAsWritten) {
  Make("claims:\n" + ClaimOn("b", "part == b", false), {{"a", 7, 0}, {"b", 6, 0}});
  const auto members = ReadSliceMembers(folder_.path());
  ASSERT_TRUE(members.has_value()) << members.error().what;
  const slice::RowSet& rows = members->claimed.at("part == b");
  ASSERT_EQ(rows.rows(), 13u);
  for (std::size_t row = 0; row < 13; ++row) EXPECT_EQ(rows.Has(row), row >= 7) << row;
}

TEST_F(SliceClaimsTest, AVerdictIsOfTheSliceAndNamesIt) {
  Make("claims:\n" + ClaimOn("b", "part == b", false), {{"a", 100, 100}, {"b", 80, 20}});
  EXPECT_EQ(On("b").slice, "part == b");
  EXPECT_EQ(On("b").n, 80u);
  EXPECT_NEAR(*On("b").measured, 0.75, 1e-12);
  EXPECT_EQ(On("b").outcome, Outcome::kFail);
  EXPECT_EQ(On("b").correction, "");
}

// Without an error the lower end at chance of error a is a^(1/n) (Clopper-Pearson). For 0.95: 59 cases at 0.05, 72 at
// 0.025, 80 at 0.05 / 3. As one of three 90 cases pass; then 75 as one of two; then 60 alone.
TEST_F(SliceClaimsTest, PrimaryOnesAreCorrectedForEachOther) {
  Make("claims:\n" + ClaimOn("small", "part == a", true) + ClaimOn("middle", "part == b", true) +
           ClaimOn("large", "part == c", true),
       {{"a", 60, 0}, {"b", 75, 0}, {"c", 90, 0}});
  for (const auto& [claim, cases, tests] : {std::tuple{"large", 90, 3}, {"middle", 75, 2}, {"small", 60, 1}}) {
    EXPECT_EQ(On(claim).outcome, Outcome::kPass) << claim << ": " << On(claim).reason;
    EXPECT_NEAR(On(claim).interval->low, std::pow(0.05 / tests, 1.0 / cases), 1e-9) << claim;
    EXPECT_NE(On(claim).correction.find("3 primary claims"), std::string::npos) << On(claim).correction;
    EXPECT_TRUE(On(claim).required);
  }
}

// 60 and 65 cases both pass at 0.05 and neither at 0.025: two claims at once decide neither.
TEST_F(SliceClaimsTest, WhatOnlyPassesAloneIsUndecided) {
  Make("claims:\n" + ClaimOn("a", "part == a", true) + ClaimOn("b", "part == b", true), {{"a", 60, 0}, {"b", 65, 0}});
  for (const char* claim : {"a", "b"}) {
    EXPECT_EQ(On(claim).outcome, Outcome::kUndecided) << On(claim).reason;
    EXPECT_NE(On(claim).correction.find("as the only claim it would be PASS"), std::string::npos) << On(claim).correction;
  }
}

TEST_F(SliceClaimsTest, OthersAreNot) {
  Make("claims:\n" + ClaimOn("a", "part == a", false) + ClaimOn("b", "part == b", true), {{"a", 60, 0}, {"b", 65, 0}});
  for (const char* claim : {"a", "b"}) {
    EXPECT_EQ(On(claim).outcome, Outcome::kPass) << On(claim).reason;
    EXPECT_EQ(On(claim).correction, "");
  }
}

// A tenth of the cases at least: c holds all errors. Half of it chooses, the other half is measured.
TEST_F(SliceClaimsTest, TheWorstTenthIsMeasuredByTheOtherHalf) {
  Make("slices: {declared: [part]}\nclaims:\n" + ClaimOn("worst", "worst_decile", false),
       {{"a", 200, 0}, {"b", 200, 0}, {"c", 200, 200}, {"d", 20, 20}});
  EXPECT_EQ(On("worst").slice, "worst_decile");
  EXPECT_EQ(*On("worst").measured, 0.0);
  EXPECT_GT(On("worst").n, 60u);
  EXPECT_LT(On("worst").n, 140u);  // 100 expected, 7 the standard deviation
  EXPECT_TRUE(On("worst").reason.starts_with("the worst of 3 slices by the other half of the cases, 'part = c' ("))
      << On("worst").reason;
}

TEST_F(SliceClaimsTest, WithoutMembersItIsNotMeasured) {
  Make("claims:\n" + ClaimOn("b", "part == b", true), {{"a", 10, 0}, {"b", 10, 0}});
  std::filesystem::remove(folder_.In("slices.json"));
  EXPECT_EQ(On("b").outcome, Outcome::kNotMeasured);
  EXPECT_NE(On("b").reason.find("no members of its slices"), std::string::npos) << On("b").reason;
}

}  // namespace
}  // namespace assay::run
