// SPDX-License-Identifier: Apache-2.0
#include "results/csv_table.h"

#include <gtest/gtest.h>

namespace assay::results {
namespace {

using Cells = std::vector<std::string>;

TEST(CsvTable, AsTheStandardHasIt) {
  const auto table = ReadCsv("\xef\xbb\xbf# a note\n\na,b\r\n1,\"x, \"\"y\"\"\nz\"\r\n\n2,\n", "t");
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(table->heads, (Cells{"a", "b"}));
  ASSERT_EQ(table->lines.size(), 2u);
  EXPECT_EQ(table->lines[0].cells, (Cells{"1", "x, \"y\"\nz"}));
  EXPECT_EQ(table->lines[0].line, 4);
  EXPECT_EQ(table->lines[1].cells, (Cells{"2", ""}));
  EXPECT_EQ(table->lines[1].line, 7);
}

TEST(CsvTable, QuotesThatWerentEscaped) {
  const auto table = ReadCsv("a,b\n\"the \"big\" one\",\"2\"\n3,4\n", "t");
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(table->lines[0].cells, (Cells{"the \"big\" one", "2"}));
  EXPECT_TRUE(table->lines[0].repaired);
  EXPECT_EQ(table->lines[1].cells, (Cells{"3", "4"}));
  EXPECT_FALSE(table->lines[1].repaired);
}

TEST(CsvTable, OtherSeparatorsAndStrayQuotes) {
  EXPECT_EQ(ReadCsv("a;b\n1;2\n", "t")->lines[0].cells, (Cells{"1", "2"}));
  EXPECT_EQ(ReadCsv("a\tb\n1\t2", "t")->lines[0].cells, (Cells{"1", "2"}));
  EXPECT_EQ(ReadCsv("a,b\n\"1,2\n3,4\n", "t")->lines.size(), 2u);  // a quote that never closes ends with its line
  EXPECT_EQ(ReadCsv("", "t").error().code, ErrorCode::kEmpty);
  EXPECT_EQ(ReadCsv("a,b\n", "t").error().code, ErrorCode::kEmpty);
}

}  // namespace
}  // namespace assay::results
