// SPDX-License-Identifier: Apache-2.0
#include "cli/results/page.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

// RFC 4180, section 2: fields with commas, quotes or line breaks are quoted, quotes doubled.
TEST(Sheet, CsvQuotesWhatNeedsIt) {
  const Sheet sheet{{"a", "b"}, {{"1,5", "say \"x\""}, {"two\nlines", "\"\""}, {"", "plain"}}};
  EXPECT_EQ(Csv(sheet), "a,b\n\"1,5\",\"say \"\"x\"\"\"\n\"two\nlines\",\"\"\"\"\"\"\n,plain\n");
}

// A spreadsheet runs a cell that starts like a formula.
TEST(Sheet, CsvHoldsNoFormula) {
  EXPECT_EQ(Csv({{"a"}, {{"=1+1"}, {"@x"}, {"+1"}, {"-1"}, {"1-1"}}}), "a\n'=1+1\n'@x\n'+1\n'-1\n1-1\n");
}

TEST(Sheet, MarkdownEscapesWhatWouldEndACell) {
  EXPECT_EQ(Markdown({{"a"}, {{"x|y"}, {"<b>"}, {"two\nlines"}}}), "| a |\n|---|\n| x\\|y |\n| \\<b\\> |\n| two\\\\nlines |\n");
}

TEST(Page, WrapsAndCleans) {
  RenderOptions render;
  render.utf8 = false;
  Page page(render);
  page.Line("bound ≤ 5 \x1b[31m ms");
  page.Field("name", std::string(100, 'x') + " y", 6);
  EXPECT_EQ(page.text().find('\x1b'), std::string::npos);
  EXPECT_NE(page.text().find("bound <= 5 \\u{1b}[31m ms\n"), std::string::npos);
  EXPECT_NE(page.text().find("\n          y\n"), std::string::npos) << page.text();
}

}  // namespace
}  // namespace assay::cli
