// SPDX-License-Identifier: Apache-2.0
// Right values: PunktSentenceTokenizer of NLTK 3.9.2 with the same small model. With models trained on some 700 kB of text
// it also parted 20,000 made-up texts full of marks, abbreviations and odd blanks alike (NLTK 3.8.1 and 3.9.2).
#include "text/sentences.h"

#include <gtest/gtest.h>

#include "text/unicode.h"

namespace assay::text {
namespace {

using Texts = std::vector<std::string>;

// Bits of a context: 2 and 4 upper case at the beginning and inside a sentence, 16 and 32 lower case.
Result<PunktModel> SmallModel() {
  return PunktModel::Parse("dr\ne.g\nu.s\nst\n", "##number##\tjames\nst\tpeter",
                           "the\t50\narmy\t34\nwas\t32\nbrown\t4\nhe\t34\njune\t4", "however\nthe\n", "model");
}

Texts Sentences(std::string_view text) {
  const auto model = SmallModel();
  EXPECT_TRUE(model);
  const std::u32string decoded = DecodeUtf8(text);
  Texts parts;
  if (!model) return parts;
  for (const std::u32string_view sentence : model->Sentences(Strip(decoded))) parts.push_back(EncodeUtf8(sentence));
  return parts;
}

TEST(Sentences, AbbreviationsNumbersAndInitials) {
  EXPECT_EQ(Sentences("Dr. Brown came. The dr. was late."), (Texts{"Dr. Brown came.", "The dr. was late."}));
  EXPECT_EQ(Sentences("He lives in the U.S. However it rains. The U.S. Army was there."),
            (Texts{"He lives in the U.S.", "However it rains.", "The U.S.", "Army was there."}));
  EXPECT_EQ(Sentences("On 5. June he came. On 5. James came. See 7. He came."),
            (Texts{"On 5.", "June he came.", "On 5. James came.", "See 7.", "He came."}));
  EXPECT_EQ(Sentences("St. Peter came. St. John."), (Texts{"St. Peter came.", "St. John."}));
  EXPECT_EQ(Sentences("J. Brown left. (Why?) \"Yes.\" 'No.' End"),
            (Texts{"J. Brown left.", "(Why?)", "\"Yes.\"", "'No.'", "End"}));
}

TEST(Sentences, MarksBlanksAndLines) {
  EXPECT_EQ(Sentences("Wait... the army was late. Wait... He came. So . . . . The end."),
            (Texts{"Wait... the army was late.", "Wait...", "He came.", "So .", ".", ".", ".", "The end."}));
  EXPECT_EQ(Sentences("What?! Yes!!  No.--Then \"So.\"--he."), (Texts{"What?!", "Yes!!", "No.--Then \"So.\"", "--he."}));
  EXPECT_EQ(Sentences("No. 3.5 e.g. this.\n\nNew paragraph."), (Texts{"No.", "3.5 e.g. this.", "New paragraph."}));
  EXPECT_EQ(Sentences("x.y http://a.b/c?d. Ok"), (Texts{"x.y http://a.b/c?d.", "Ok"}));
  EXPECT_EQ(Sentences("He said \"Go.\" Then left.) End. "), (Texts{"He said \"Go.\"", "Then left.)", "End."}));
  EXPECT_EQ(Sentences(""), Texts{});
  EXPECT_EQ(Sentences("  ."), Texts{"."});
}

TEST(Sentences, RefusesOtherFiles) {
  const auto pairs = PunktModel::Parse("", "a\tb\nc\n", "", "", "model");
  ASSERT_FALSE(pairs);
  EXPECT_EQ(pairs.error().code, ErrorCode::kBadRow);
  EXPECT_EQ(pairs.error().where[0].line, 2);
  EXPECT_EQ(PunktModel::Parse("", "", "a\tx\n", "", "model").error().code, ErrorCode::kBadRow);
  EXPECT_EQ(PunktModel::Read("nowhere").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::text
