// SPDX-License-Identifier: Apache-2.0
#include "text/near_duplicates.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "random/splitmix.h"

namespace assay::text {
namespace {

// Numbered words, `changed` of them others.
std::string Words(std::size_t count, std::size_t from, std::size_t changed_at = static_cast<std::size_t>(-1)) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i == changed_at ? "other" : "w" + std::to_string(from + i)) + " ";
  return text;
}

// One word in the middle of 40 touches 3 of 38 runs: 35 common of 41.
TEST(NearDuplicates, CountsRunsOfThreeWords) {
  const std::vector<std::string> known{Words(40, 1000), Words(40, 0)}, texts{Words(40, 500), Words(40, 0, 20)};
  const auto found = NearDuplicates(texts, known);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(found->front().text, 1u);
  EXPECT_EQ(found->front().known, 1u);
  EXPECT_DOUBLE_EQ(found->front().similarity, 35.0 / 41);
}

// 12 words, one changed in the middle: 7 common runs of 13.
TEST(NearDuplicates, BelowTheLineIsNone) {
  const std::vector<std::string> known{Words(12, 0)}, texts{Words(12, 0, 6)};
  EXPECT_TRUE(NearDuplicates(texts, known)->empty());
  EXPECT_EQ(NearDuplicates(texts, known, {.at_least = 0.5})->size(), 1u);
}

TEST(NearDuplicates, CaseAndPunctuationAreNoDifference) {
  const std::vector<std::string> known{"The pump failed at noon; engineers replaced the seal, and service resumed by evening."};
  const std::vector<std::string> texts{"the pump failed at noon -- Engineers replaced the seal and service resumed by evening"};
  ASSERT_EQ(NearDuplicates(texts, known)->size(), 1u);
  EXPECT_EQ(NearDuplicates(texts, known)->front().similarity, 1);
}

// Short texts are alike by chance.
TEST(NearDuplicates, ShortTextsArentLookedAt) {
  const std::vector<std::string> same{"yes, of course"};
  EXPECT_TRUE(NearDuplicates(same, same)->empty());
}

TEST(NearDuplicates, TooManyRunsAreSaid) {
  const std::vector<std::string> same{Words(40, 0)};
  EXPECT_TRUE(NearDuplicates(same, same, {.most_runs = 76}));
  EXPECT_FALSE(NearDuplicates(same, same, {.most_runs = 75}));
}

// Among thousands of texts of the same few words the planted ones are found, and only they: random ones share few runs.
TEST(NearDuplicates, FindsWhatWasPlanted) {
  random::SplitMix numbers(7);
  const auto sentence = [&] {
    std::string text;
    for (int i = 0; i < 60; ++i) text += "w" + std::to_string(numbers.Next() % 200) + " ";
    return text;
  };
  std::vector<std::string> known, texts;
  for (int i = 0; i < 2000; ++i) known.push_back(sentence());
  for (int i = 0; i < 2000; ++i) texts.push_back(i % 100 == 0 ? known[static_cast<std::size_t>(i)] + "and more" : sentence());
  const auto found = NearDuplicates(texts, known);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 20u);
  for (const NearDuplicate& near : *found) {
    EXPECT_EQ(near.text % 100, 0u);
    EXPECT_EQ(near.known, near.text);
  }
}

}  // namespace
}  // namespace assay::text
