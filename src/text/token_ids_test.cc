// SPDX-License-Identifier: Apache-2.0
#include "text/token_ids.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "text/unicode.h"

namespace assay::text {
namespace {

// Against a map, with words of up to ten letters of three: many repeat, many are parts of others.
TEST(TokenIds, EqualWordsHaveEqualNumbersInEitherForm) {
  std::mt19937 engine(5);
  TokenIds ids;
  std::map<std::string, std::uint32_t> right;
  for (int i = 0; i < 50000; ++i) {
    std::string word;
    for (std::size_t letters = engine() % 11; letters > 0; --letters) word.push_back("ab~"[engine() % 3]);
    const auto number = right.emplace(word, static_cast<std::uint32_t>(right.size())).first->second;
    EXPECT_EQ(i % 2 == 0 ? ids.Of(word) : ids.Of(DecodeUtf8(word)), number);
    if (word.size() > 8) continue;
    std::uint64_t packed = 0;
    for (std::size_t at = word.size(); at-- > 0;) packed = packed << 8 | static_cast<unsigned char>(word[at]);
    EXPECT_EQ(ids.OfPacked(packed, word.size()), number);
  }
  EXPECT_EQ(ids.size(), right.size());
  EXPECT_NE(ids.Of(U"\u00e4"), ids.Of(U"\u00c3\u00a4"));  // not by bytes
}

TEST(Unicode, IsAsciiLooksAtEveryByte) {
  for (std::size_t length = 0; length < 40; ++length) {
    std::string text(length, 'x');
    EXPECT_TRUE(IsAscii(text));
    for (std::size_t at = 0; at < length; ++at) {
      text[at] = '\x80';
      EXPECT_FALSE(IsAscii(text));
      text[at] = '\x7f';
    }
    EXPECT_TRUE(IsAscii(text));
  }
}

TEST(Unicode, AsciiLettersAreThoseOfAllLetters) {
  for (char32_t code = 0; code < 128; ++code) {
    EXPECT_EQ(IsAsciiSpace(static_cast<unsigned char>(code)), IsSpace(code));
    EXPECT_EQ(std::u32string(1, AsciiLower(static_cast<unsigned char>(code))), Lower(std::u32string(1, code)));
  }
}

}  // namespace
}  // namespace assay::text
