// SPDX-License-Identifier: Apache-2.0
#include "report/display_text.h"

#include <gtest/gtest.h>

#include "report/markup.h"
#include "report/text_table.h"

namespace assay::report {
namespace {

// Widths: Unicode 15 EastAsianWidth.txt (W = 2), combining marks 0.
TEST(DisplayText, WidthIsInColumns) {
  EXPECT_EQ(DisplayWidth("abc"), 3u);
  EXPECT_EQ(DisplayWidth("µ≥✓−"), 4u);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1u);
  EXPECT_EQ(DisplayWidth("数据"), 4u);
  EXPECT_EQ(DisplayWidth("\U0001F600"), 2u);
}

// Ill-formed sequences of RFC 3629: a lone continuation, an overlong form, a surrogate, a cut one,
// above U+10FFFF.
TEST(DisplayText, BytesThatAreNotUtf8BecomeReplacements) {
  EXPECT_EQ(CleanText("a\x80z", true), "a\uFFFDz");
  EXPECT_EQ(CleanText("\xC0\xAF", true), "\uFFFD\uFFFD");
  EXPECT_EQ(CleanText("\xED\xA0\x80", true), "\uFFFD");
  EXPECT_EQ(CleanText("\xE2\x82", true), "\uFFFD");
  EXPECT_EQ(CleanText("\xF5\x80", true), "\uFFFD\uFFFD");
}

TEST(DisplayText, WhatMovesTheCursorIsSpelledOut) {
  EXPECT_EQ(CleanText("a\nb\t\x1b[2J", true), "a\\nb\\t\\u{1b}[2J");
  EXPECT_EQ(CleanText("\u202Eabc", true), "\\u{202e}abc");
}

TEST(DisplayText, AsciiHasAFormForEachSign) {
  EXPECT_EQ(CleanText("≥ 3.1 µs − ✓ ✗ 95–97", false), ">= 3.1 us - + x 95-97");
  EXPECT_EQ(CleanText("数", false), "?");
}

TEST(DisplayText, WrapsAtBlanksOnly) {
  EXPECT_EQ(Wrap("aa bb cc", 5), (std::vector<std::string>{"aa bb", "cc"}));
  EXPECT_EQ(Wrap("longword a", 4), (std::vector<std::string>{"longword", "a"}));
  EXPECT_EQ(Wrap("", 4), std::vector<std::string>{""});
}

TEST(TextTable, NumbersAndUnitsStandInColumns) {
  TextTable table({"name", "value", "never"});
  table.AddRow("✓", {"a", "1.0\tms", ""});
  table.AddRow("✗", {"数据", "100\tEUR", ""});
  table.AddNote("why");
  EXPECT_EQ(table.Render(80),
            "    name    value\n"
            "  ✓ a     1.0 ms\n"
            "  ✗ 数据  100 EUR\n"
            "      why\n");
}

TEST(TextTable, ANameTooLongHasItsOwnLine) {
  TextTable table({"name", "value"});
  table.AddRow("-", {"a name that is far too long for this", "12345"});
  EXPECT_EQ(table.Render(30),
            "    name                 value\n"
            "  - a name that is far too long for this\n"
            "                         12345\n");
}

TEST(Markup, EscapesForTextAndAttributes) {
  EXPECT_EQ(Escape("<a href=\"x\" id='y'>&\n"),
            "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp; ");
  EXPECT_EQ(Escape("\x1b\u202E\xff"), "\uFFFD\uFFFD\uFFFD");
}

}  // namespace
}  // namespace assay::report
