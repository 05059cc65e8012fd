// SPDX-License-Identifier: Apache-2.0
#include "citation/ask_form.h"

#include <gtest/gtest.h>

#include "citation/reading/fields.h"
#include "citation/reading/vocabulary_for_tests.h"

namespace assay::citation {
namespace {

Assessment Open() {
  Assessment open;
  open.quote.text = "\"34,988 tokens/s\" on H200: 1.5x faster than H100\nwhy not";
  open.quote.stated = {{"value", "34988"}, {"unit", "Tokens/s"}, {"accelerator", "H200"}, {"metric", "x: \\ #"}};
  open.quote.compared_with = {{{"accelerator", "H100"}, {"accelerators", "8"}}};
  open.ask = {{"round", "Which round?"}, {"scenario", "Which scenario?\nOffline or Server?"}, {"compared_with", "Which result?"}};
  return open;
}

TEST(AskForm, IsReadBackAsItStands) {
  const Assessment open[] = {Open(), Open()};
  const auto file = ReadFields(AskForm(open), "form.yaml", VocabularyForTests());
  ASSERT_TRUE(file.has_value()) << file.error()[0].what;
  ASSERT_EQ(file->quotes.size(), 2u);
  for (const auto& [field, value] : open[0].quote.stated) EXPECT_EQ(file->quotes[1].stated.at(field), value);
  EXPECT_EQ(file->quotes[1].compared_with, open[0].quote.compared_with);
  EXPECT_EQ(file->quotes[1].text, open[0].quote.text);
  EXPECT_FALSE(file->quotes[1].stated.contains("round"));
}

TEST(AskForm, AnAnswerBecomesAStatedFact) {
  const Assessment open[] = {Open()};
  std::string form = AskForm(open);
  const std::size_t at = form.find("    round:\n");
  ASSERT_NE(at, std::string::npos) << form;
  form.insert(at + std::string_view("    round:").size(), " 5.1");
  const auto file = ReadFields(form, "form.yaml", VocabularyForTests());
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->quotes[0].stated.at("round"), "v5.1");
}

TEST(AskForm, WithoutFactsThereAreOnlyQuestions) {
  Assessment open;
  open.ask = {{"round", "Which round?"}, {"value", "How much?"}};
  const std::string form = AskForm(std::span(&open, 1));
  EXPECT_NE(form.find("# Which round?\n    round:\n"), std::string::npos) << form;
  const auto empty = ReadFields(form, "form.yaml", VocabularyForTests());
  ASSERT_FALSE(empty.has_value());
  EXPECT_EQ(empty.error()[0].code, ErrorCode::kEmpty);
}

}  // namespace
}  // namespace assay::citation
