// SPDX-License-Identifier: Apache-2.0
#include "slice/literal.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::slice {
namespace {

// Keeps the texts that a feature looks at.
struct ColumnForTest {
  std::vector<std::string> cells;
  Feature Make(const std::string& name) const {
    return MakeFeature(name, std::vector<std::string_view>(cells.begin(), cells.end()));
  }
};

const Literal* FindLiteral(const std::vector<Literal>& literals, const std::string& text) {
  for (const Literal& literal : literals) {
    if (literal.text == text) return &literal;
  }
  return nullptr;
}

// 1 to 1000, shuffled by a step that is prime to 1000: deciles are hundreds, the highest 1 % is 991 to 1000.
TEST(Literal, NumbersAreTenRangesAndTheEnds) {
  ColumnForTest column;
  for (int i = 0; i < 1000; ++i) column.cells.push_back(std::to_string(i * 7 % 1000 + 1));
  const Feature feature = column.Make("x");
  EXPECT_EQ(feature.kind, FeatureKind::kNumbers);
  const auto literals = MakeLiterals(feature, 3, 10);
  ASSERT_EQ(literals.size(), 14u);
  EXPECT_EQ(literals[0].text, "x <= 100");
  EXPECT_EQ(literals[1].text, "100 < x <= 200");
  EXPECT_EQ(literals[9].text, "x > 900");
  EXPECT_EQ(literals[10].text, "x <= 10");
  EXPECT_EQ(literals[13].text, "x > 990");
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(literals[i].rows.Count(), 100u) << literals[i].text;
  EXPECT_EQ(literals[13].rows.Count(), 10u);
  EXPECT_EQ(literals[13].feature, 3u);
  for (std::size_t row = 0; row < 1000; ++row) {
    EXPECT_EQ(literals[13].rows.Has(row), std::stoi(column.cells[row]) > 990);
  }
}

TEST(Literal, QuartersHoldEachRowOnce) {
  ColumnForTest column;
  for (int i = 1; i <= 100; ++i) column.cells.push_back(std::to_string(i));
  const auto literals = MakeLiterals(column.Make("x"), 0, 1, Ranges::kQuarters);
  ASSERT_EQ(literals.size(), 4u);
  EXPECT_EQ(literals[2].text, "50 < x <= 75");
  for (const Literal& literal : literals) EXPECT_EQ(literal.rows.Count(), 25u);
}

// Missing is a value of its own, rare words stand together, and nothing is in two conditions or in none.
TEST(Literal, CategoriesCoverEveryRowOnce) {
  ColumnForTest column;
  for (int i = 0; i < 60; ++i) column.cells.emplace_back(i < 30 ? "web" : i < 45 ? "shop" : i < 50 ? "fax" : i < 54 ? "post" : "");
  const auto literals = MakeLiterals(column.Make("channel"), 0, 6);
  ASSERT_EQ(literals.size(), 4u);
  EXPECT_EQ(FindLiteral(literals, "channel = web")->rows.Count(), 30u);
  EXPECT_EQ(FindLiteral(literals, "channel = shop")->rows.Count(), 15u);
  EXPECT_EQ(FindLiteral(literals, "channel is one of 2 rare values")->rows.Count(), 9u);
  EXPECT_EQ(FindLiteral(literals, "channel is missing")->rows.Count(), 6u);
  std::uint64_t total = 0;
  for (const Literal& literal : literals) total += literal.rows.Count();
  EXPECT_EQ(total, 60u);
}

// Few numbers are values, in order of size; two conditions with the same rows are one.
TEST(Literal, FewNumbersAreValues) {
  const ColumnForTest column{{"10", "9", "10", "9", "10", "2", "2", "nan"}};
  const Feature feature = column.Make("grade");
  EXPECT_EQ(feature.kind, FeatureKind::kCategories);
  const auto literals = MakeLiterals(feature, 0, 1);
  ASSERT_EQ(literals.size(), 4u);
  EXPECT_EQ(literals[0].text, "grade = 2");
  EXPECT_EQ(literals[1].text, "grade = 9");
  EXPECT_EQ(literals[2].text, "grade = 10");
  EXPECT_EQ(literals[3].text, "grade is missing");
}

// Free text is looked at by its length in characters, not bytes: 1 to 300 times "é", two bytes each.
TEST(Literal, TextIsLookedAtByItsLength) {
  ColumnForTest column;
  for (int i = 1; i <= 300; ++i) {
    column.cells.emplace_back();
    for (int k = 0; k < i; ++k) column.cells.back() += "\xC3\xA9";
  }
  const Feature feature = column.Make("note");
  EXPECT_EQ(feature.kind, FeatureKind::kText);
  EXPECT_EQ(feature.number[299], 300);
  const auto literals = MakeLiterals(feature, 0, 3);
  EXPECT_EQ(literals[0].text, "length of note <= 30");
  EXPECT_NE(FindLiteral(literals, "length of note > 297"), nullptr);
}

TEST(Literal, WhatAllRowsMeetIsNoCondition) {
  const ColumnForTest column{{"a", "a", "a"}};
  EXPECT_TRUE(MakeLiterals(column.Make("same"), 0, 1).empty());
}

}  // namespace
}  // namespace assay::slice
