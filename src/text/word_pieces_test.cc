// SPDX-License-Identifier: Apache-2.0
// Right values: BertTokenizer and its BasicTokenizer of transformers 4.57.6, uncased, on this vocabulary.
#include "text/word_pieces.h"

#include <gtest/gtest.h>

#include "text/unicode.h"

namespace assay::text {
namespace {

constexpr const char* kVocabulary =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nun\n##aff\n##able\naff\nsteve\nsmith\n'\ns\n(\n1895\n–\n1943\n)\n.\n北\nσ\n##ι\n##σ\n"
    "##υ\n##φ\n##ο\ne\n##tude\nbeyonce\ni\n##stanbul\nu\nthe\ncafe\n#\na\n##b\r\n";

std::string Joined(const auto& words) {
  std::u32string text;
  for (const auto& word : words) text.append(text.empty() ? U"" : U" ").append(word);
  return EncodeUtf8(text);
}

std::string Pieces(std::string_view text) {
  const auto vocabulary = WordPieces::Parse(kVocabulary, "vocab.txt");
  EXPECT_TRUE(vocabulary);
  std::vector<std::u32string_view> pieces;
  if (vocabulary) vocabulary->Append(DecodeUtf8(text), pieces);
  return Joined(pieces);
}

std::string Words(std::string_view text) { return Joined(BertWords(DecodeUtf8(text))); }

TEST(WordPieces, AsTheReferenceHasThem) {
  EXPECT_EQ(Pieces("Unaffable unaffxable"), "un ##aff ##able [UNK]");
  EXPECT_EQ(Pieces("Steve Smith's (1895–1943)."), "steve smith ' s ( 1895 – 1943 ) .");
  EXPECT_EQ(Pieces("北京"), "北 [UNK]");
  EXPECT_EQ(Pieces("ΣΊΣΥΦΟΣ"), "σ ##ι ##σ ##υ ##φ ##ο ##σ");  // no final sigma: letters are lowered one by one
  EXPECT_EQ(Pieces("E\u0301tude Étude Beyoncé"), "e ##tude e ##tude beyonce");
  EXPECT_EQ(Pieces("İstanbul"), "i ##stanbul");
  EXPECT_EQ(Pieces("u\u00adn\u200b a\u00a0b"), "un a [UNK]");
  EXPECT_EQ(Pieces("x[SEP]the [UNK]"), "[UNK] [SEP] the [UNK]");
  EXPECT_EQ(Pieces(std::string(101, 'a')), "[UNK]");
  EXPECT_EQ(Pieces("##b"), "# # [UNK]");
  EXPECT_EQ(Pieces("a\u2028" "ab"), "a a ##b");
  EXPECT_EQ(Pieces(" \t\n"), "");
}

TEST(WordPieces, WordsBeforeTheyAreParted) {
  EXPECT_EQ(Words("ΣΊΣΥΦΟΣ İstanbul"), "σισυφος istanbul");
  EXPECT_EQ(Words("x[SEP]the [SEP]"), "x [ sep ] the [SEP]");
  EXPECT_EQ(Words("caf\uFFFDe\u0301 CAFE\u0301"), "cafe cafe");
  EXPECT_EQ(Words("$5.50 C++"), "$ 5 . 50 c + +");
}

TEST(WordPieces, RefusesOtherFiles) {
  EXPECT_EQ(WordPieces::Parse("", "v").error().code, ErrorCode::kEmpty);
  EXPECT_EQ(WordPieces::Parse("{\"model\": 1}\n", "v").error().code, ErrorCode::kMissingKey);
  EXPECT_EQ(WordPieces::Read("nowhere.txt").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::text
