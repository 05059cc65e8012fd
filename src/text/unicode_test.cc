// SPDX-License-Identifier: Apache-2.0
#include "text/unicode.h"

#include <gtest/gtest.h>

namespace assay::text {
namespace {

std::string LowerUtf8(std::string_view bytes) { return EncodeUtf8(Lower(DecodeUtf8(bytes))); }

// Right values: str.lower() of Python 3.11.
TEST(Unicode, LowersAsPythonDoes) {
  EXPECT_EQ(LowerUtf8("Straße É Ǆ Ā"), "straße é ǆ ā");
  EXPECT_EQ(LowerUtf8("İstanbul"), "i̇stanbul");  // one code point becomes two
  EXPECT_EQ(LowerUtf8("\xE2\x84\xAA"), "k");       // the Kelvin sign
  EXPECT_EQ(LowerUtf8("ΣΊΣΥΦΟΣ ΑΣ. Σ"), "σίσυφος ας. σ");  // sigma at the end of a word, not alone
  EXPECT_EQ(LowerUtf8("𐐀"), "𐐨");
}

TEST(Unicode, SplitsWherePythonDoes) {
  const auto text = DecodeUtf8(" a\u00a0b\u2028c\u200bd\x1c" "e ");
  const auto parts = SplitAtSpace(text);
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(EncodeUtf8(parts[2]), "c\u200bd");  // a zero width space is no white space
  EXPECT_EQ(SplitAt(U"a,,b", U',').size(), 3u);
  EXPECT_EQ(SplitAt(U"", U',').size(), 1u);
  EXPECT_EQ(Strip(U" \t x y \n"), U"x y");
}

TEST(Unicode, WordCharactersAreLettersDigitsAndUnderscore) {
  for (const char32_t code : {U'a', U'Z', U'0', U'_', U'é', U'中', U'٣', U'²'}) EXPECT_TRUE(IsWord(code));
  for (const char32_t code : {U' ', U'-', U'\'', U'“', U'\u0301', U'😀'}) EXPECT_FALSE(IsWord(code));
  EXPECT_TRUE(IsPunctuation(U'“') && IsSymbol(U'€') && IsNumber(U'½'));
}

// Right values: unicodedata of Python 3.11, normalize("NFD") less category Mn.
TEST(Unicode, TakesMarksOff) {
  EXPECT_EQ(WithoutMarks(U"Beyoncé Ǖ e\u0301 Ł"), U"Beyonce U e Ł");
  EXPECT_EQ(WithoutMarks(U"\uAC00\uAC01"), U"\u1100\u1161\u1100\u1161\u11A8");
  EXPECT_EQ(WithoutMarks(U"\u0BCA"), U"\u0BC6\u0BBE");        // two marks that take room
  EXPECT_EQ(WithoutMarks(U"\uF900"), U"\u8C48");
  EXPECT_TRUE(IsOther(U'\u00AD') && IsOther(U'\uE000') && IsOther(0x378) && IsOther(0) && !IsOther(U'é') && !IsOther(U' '));
}

TEST(Unicode, BytesThatAreNotUtf8StayVisible) {
  EXPECT_EQ(DecodeUtf8("a\xC3"), U"a\uFFFD");
  EXPECT_EQ(DecodeUtf8("\xC0\xAF"), U"\uFFFD\uFFFD");          // overlong
  EXPECT_EQ(DecodeUtf8("\xED\xA0\x80"), U"\uFFFD\uFFFD\uFFFD");  // a surrogate
  EXPECT_EQ(EncodeUtf8(DecodeUtf8("é 中 😀")), "é 中 😀");
}

}  // namespace
}  // namespace assay::text
