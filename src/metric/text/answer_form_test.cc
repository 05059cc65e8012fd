// SPDX-License-Identifier: Apache-2.0
// Right values follow from the definitions in the header.
#include "metric/text/answer_form.h"

#include <gtest/gtest.h>

namespace assay::metric {
namespace {

TEST(FoldedAnswer, CasePunctuationAndSpaceDontCount) {
  EXPECT_EQ(FoldedAnswer("  The  Eiffel-Tower!\n"), "the eiffeltower");
  EXPECT_EQ(FoldedAnswer("STRASSE\u00a0NAÏVE"), "strasse naïve");
  EXPECT_EQ(FoldedAnswer("..."), "");
}

TEST(LastNumber, IsTheLastOneInPlainDigits) {
  EXPECT_EQ(LastNumber("She pays $1,200.50."), "1200.5");
  EXPECT_EQ(LastNumber("3 + 4 = 7.00"), "7");
  EXPECT_EQ(LastNumber("#### 042"), "42");
  EXPECT_EQ(LastNumber("it fell to -5 degrees"), "-5");
  EXPECT_EQ(LastNumber("a loss of -$5"), "-5");
  EXPECT_EQ(LastNumber("from 3-5"), "5");       // a range, not minus five
  EXPECT_EQ(LastNumber("0.50"), "0.5");
  EXPECT_EQ(LastNumber(".5"), "0.5");
  EXPECT_EQ(LastNumber("-0.0"), "0");
  EXPECT_EQ(LastNumber("1.2.3"), "2.3");
  EXPECT_EQ(LastNumber("wait...5"), "5");
  EXPECT_EQ(LastNumber("10, 20"), "20");
  EXPECT_EQ(LastNumber("none"), std::nullopt);
  EXPECT_EQ(LastNumber(""), std::nullopt);
}

TEST(ChoiceLetter, IsNamedOrStandsAlone) {
  EXPECT_EQ(ChoiceLetter("B"), 'B');
  EXPECT_EQ(ChoiceLetter(" b "), 'B');
  EXPECT_EQ(ChoiceLetter("(C) because"), 'C');
  EXPECT_EQ(ChoiceLetter("D. Paris"), 'D');
  EXPECT_EQ(ChoiceLetter("First A, then … the answer is (B)."), 'B');
  EXPECT_EQ(ChoiceLetter("**Answer:** C"), 'C');
  EXPECT_EQ(ChoiceLetter("ANSWER: E"), 'E');
  EXPECT_EQ(ChoiceLetter("of these (A) is wrong, so (D)"), 'D');
  EXPECT_EQ(ChoiceLetter("The answer is a matter of taste"), std::nullopt);
  EXPECT_EQ(ChoiceLetter("A cat sat"), std::nullopt);
  EXPECT_EQ(ChoiceLetter("Paris"), std::nullopt);
  EXPECT_EQ(ChoiceLetter(""), std::nullopt);
}

}  // namespace
}  // namespace assay::metric
