// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/wrap.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

TEST(Wrapped, FillsLinesToSeventyEightColumns) {
  const std::string word(38, 'a');  // 2 + 38 + 1 + 38 is one column too many
  EXPECT_EQ(Wrapped(word + " " + word, "  "), "  " + word + "\n  " + word + "\n");
  EXPECT_EQ(Wrapped(word + " " + word, " "), " " + word + " " + word + "\n");
}

TEST(Wrapped, CountsCodePointsAndTakesLineBreaksAsBlanks) {
  EXPECT_EQ(Wrapped("a\nb\n\n c ", ""), "a b c\n");
  std::string word;
  for (int i = 0; i < 39; ++i) word += "\xc3\xa9";  // é: two bytes, one column
  EXPECT_EQ(Wrapped(word + " " + word.substr(2), ""), word + " " + word.substr(2) + "\n");
}

TEST(Wrapped, EmptyTextAndLongWordsPass) {
  EXPECT_EQ(Wrapped("", "  "), "");
  EXPECT_EQ(Wrapped(" \n", "  "), "");
  const std::string word(100, 'a');
  EXPECT_EQ(Wrapped("b " + word, ""), "b\n" + word + "\n");
}

}  // namespace
}  // namespace assay::cli
