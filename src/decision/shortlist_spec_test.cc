// SPDX-License-Identifier: Apache-2.0
#include "decision/shortlist_spec.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/json_reader.h"
#include "decision/shortlist_json.h"
#include "results/row_for_test.h"

namespace assay::decision {
namespace {

using results::AddTestRow;
using results::Row;
using results::RowSet;
using enum round::Scenario;
using enum round::ResultUnit;

std::size_t Count(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

TEST(ShortlistSpec, OneSystemARowAndOneTrafficABound) {
  RowSet rows;
  const Row& server = AddTestRow(rows, "v4.1", "resnet", kServer, 70000, kQueriesPerSecond);
  const Row& other = AddTestRow(rows, "v4.1", "resnet", kServer, 60000, kQueriesPerSecond);
  results::SystemOf(other).id = "sysB";
  const Row& offline = AddTestRow(rows, "v4.1", "bert-99.9", kOffline, 5000, kSamplesPerSecond);
  const std::vector<const Row*> chosen = {&server, &other, &offline};
  const auto text = ShortlistSpec(chosen);
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(Count(*text, "  - id: "), 4u);  // ours beside the three
  EXPECT_EQ(Count(*text, "    scenario: "), 2u);
  EXPECT_EQ(Count(*text, "options: {provider: tensorrt}"), 3u);
  EXPECT_EQ(Count(*text, "precision: fp8"), 3u);
  EXPECT_EQ(Count(*text, "at_most: 15ms}   # the row's, by rule"), 1u);  // resnet Server of v4.1: 15 ms
  EXPECT_EQ(Count(*text, "99.9% of standard"), 1u);  // the gate of bert-99.9
  for (const char* assumption : {"same model", "same data", "same precision quality", "same traffic", "same software",
                                 "same hardware"}) {
    EXPECT_EQ(Count(*text, "assumption: " + std::string(assumption) + ","), 3u) << assumption;
  }
}

TEST(ShortlistSpec, APrecisionThatIsNotDisclosedIsNotFilledIn) {
  RowSet rows;
  Row& row = AddTestRow(rows, "v4.1", "resnet", kServer, 70000, kQueriesPerSecond);
  row.weights = results::ParsePrecision("UNSET");
  results::SystemOf(row).framework = "PyTorch";
  const std::vector<const Row*> chosen = {&row};
  const auto text = ShortlistSpec(chosen);
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(Count(*text, "\n    precision: "), 1u);  // ours alone
  EXPECT_EQ(Count(*text, "provider"), 0u);
}

TEST(ShortlistSpec, RefusesNothingTooManyAndTwice) {
  RowSet rows;
  std::vector<const Row*> many;
  EXPECT_EQ(ShortlistSpec(many).error().code, ErrorCode::kEmpty);
  for (int i = 0; i < 21; ++i) many.push_back(&AddTestRow(rows, "v4.1", "resnet", kServer, i, kQueriesPerSecond));
  EXPECT_EQ(ShortlistSpec(many).error().code, ErrorCode::kOutOfRange);
  const std::vector<const Row*> twice = {many[0], many[0]};
  EXPECT_EQ(ShortlistSpec(twice).error().code, ErrorCode::kDuplicateId);
}

TEST(ShortlistJson, ReadsBackAsTheRowsThatItLists) {
  RowSet rows;
  for (const double value : {1.0, 3.0, 2.0}) {
    Row& row = AddTestRow(rows, "v4.1", "resnet", kServer, value, kQueriesPerSecond);
    row.accuracy = "acc: 76.2";
    results::SystemOf(row).id = value == 1 ? "one" : value == 2 ? "two" : "three";
  }
  ShortlistQuestion question;
  question.rate_per_second = 6;
  const Shortlist list = MakeShortlist(rows, question);
  const std::string json = ShortlistJson(list, question, {});
  const auto document = base::ReadJson(json, "list.json");
  ASSERT_TRUE(document.has_value());
  EXPECT_EQ(document->Find("schema")->AsString(), "assay.shortlist/1");
  const auto names = ReadShortlistRows(json, "list.json");
  ASSERT_TRUE(names.has_value());
  EXPECT_EQ(*names, (std::vector<std::string>{"v4.1/Northwind/three/resnet/Server", "v4.1/Northwind/two/resnet/Server",
                                              "v4.1/Northwind/one/resnet/Server"}));
  const auto first = ReadShortlistRows(ShortlistJson(list, question, {}, 1), "list.json");
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->size(), 1u);
  const base::JsonValue& entry = document->Find("rankings")->items()[0].Find("entries")->items()[0];
  EXPECT_EQ(entry.Find("derived")->Find("replicas")->AsInt64(), 2);
}

TEST(ShortlistJson, WhatIsNoShortlistIsRefused) {
  EXPECT_EQ(ReadShortlistRows("{", "x").error().code, ErrorCode::kSyntax);
  EXPECT_EQ(ReadShortlistRows("[]", "x").error().code, ErrorCode::kWrongType);
  EXPECT_EQ(ReadShortlistRows(R"({"schema": "assay.results/1"})", "x").error().code, ErrorCode::kWrongType);
  EXPECT_EQ(ReadShortlistRows(R"({"schema": "assay.shortlist/1"})", "x").error().code, ErrorCode::kMissingKey);
  EXPECT_EQ(ReadShortlistRows(R"({"schema": "assay.shortlist/1", "rankings": []})", "x").error().code, ErrorCode::kEmpty);
  EXPECT_EQ(ReadShortlistRows(R"({"schema": "assay.shortlist/1", "rankings": [{"entries": [{"row": {"row": 4}}]}]})", "x")
                .error().code,
            ErrorCode::kWrongType);
}

}  // namespace
}  // namespace assay::decision
