// SPDX-License-Identifier: Apache-2.0
#include "citation/match.h"

#include <gtest/gtest.h>

#include "citation/assess_rows_for_test.h"
#include "citation/match_text.h"

namespace assay::citation {
namespace {

class MatchTest : public testing::Test {
 protected:
  Matched Run(const Facts& stated, Bound bound = Bound::kNone) const {
    return MatchRow(stated, Suite::kInference, bound, held_.rows);
  }
  static Facts Without(Facts facts, std::initializer_list<std::string_view> fields) {
    for (const std::string_view field : fields) facts.erase(facts.find(field));
    return facts;
  }
  static Facts With(Facts facts, const std::string& field, const std::string& value) {
    facts[field] = value;
    return facts;
  }
  RowsForTest held_;
};

TEST_F(MatchTest, TheRowThatAgreesIsFilledApartFromWhatWasStated) {
  const Matched matched = Run(Without(RowsForTest::Complete(), {"precision", "division", "result_id"}));
  ASSERT_EQ(matched.match, Match::kOne);
  EXPECT_EQ(matched.row, held_.server);
  EXPECT_EQ(matched.filled.at("precision"), "fp4");
  EXPECT_EQ(matched.filled.at("division"), "closed");
  EXPECT_EQ(matched.filled.at("result_id"), "5.1-0069");
  EXPECT_FALSE(matched.filled.contains("value"));
  EXPECT_TRUE(matched.public_row);
}

TEST_F(MatchTest, TwinsAreTwoRowsAndFillNothing) {
  const Matched matched = Run(With(RowsForTest::Complete(), "benchmark", "llama2-70b"));
  EXPECT_EQ(matched.match, Match::kSeveral);
  EXPECT_EQ(matched.matches, 2u);
  EXPECT_TRUE(matched.twins_only);
  EXPECT_TRUE(matched.filled.empty());
  EXPECT_EQ(matched.row, nullptr);
}

TEST_F(MatchTest, AnImportedCopyOfAPublishedRowIsNoSecondResult) {
  results::Row& copy = held_.rows.AddRow();
  copy = *held_.server;
  copy.source = "summary_results.json:12";
  const Matched matched = Run(RowsForTest::Complete());
  EXPECT_EQ(matched.match, Match::kOne);
  EXPECT_EQ(matched.row, held_.server);
  EXPECT_TRUE(matched.public_row);
}

TEST_F(MatchTest, ANumberAndAModelAloneMeanNoRow) {
  EXPECT_EQ(Run({{"benchmark", "llama2-70b-99.9"}, {"value", "32000"}}).match, Match::kNoRound);
  EXPECT_TRUE(Run({{"value", "107318"}}).filled.empty());
}

TEST_F(MatchTest, OneStatedFactThatDiffersIsAContradiction) {
  const std::tuple<std::string, std::string, std::string> kCases[] = {
      {"value", "109123", "99123"},          {"division", "open", "closed"}, {"precision", "fp8", "fp4"},
      {"accelerators", "72", "8"},           {"unit", "Queries/s", "Tokens/s"},
      {"software", "vLLM", "TensorRT 10.11, CUDA 12.9"}, {"submitter", "Dell", "NVIDIA"}};
  for (const auto& [field, stated, published] : kCases) {
    const Matched matched = Run(With(RowsForTest::Complete(), field, stated));
    EXPECT_EQ(matched.match, Match::kNone) << field;
    ASSERT_EQ(matched.contradictions.size(), 1u) << field;
    EXPECT_EQ(matched.contradictions[0].field, field);
    EXPECT_EQ(matched.contradictions[0].stated, stated);
    EXPECT_EQ(matched.contradictions[0].held, published);
    EXPECT_EQ(matched.row, held_.server) << field;
    EXPECT_TRUE(matched.filled.empty()) << field;
  }
}

TEST_F(MatchTest, WithoutAnIdTheSubmitterIsPartOfTheIdentity) {
  const Facts stated = With(Without(RowsForTest::Complete(), {"result_id"}), "submitter", "Dell");
  const Matched matched = Run(stated);
  EXPECT_EQ(matched.match, Match::kNone);
  EXPECT_TRUE(matched.contradictions.empty());
  EXPECT_EQ(matched.row, nullptr);
}

TEST_F(MatchTest, AnIdThatTheRoundDoesNotHaveIsNoRow) {
  const Matched matched = Run(With(RowsForTest::Complete(), "result_id", "5.1-0999"));
  EXPECT_EQ(matched.match, Match::kNone);
  EXPECT_TRUE(matched.filled.empty());
}

TEST_F(MatchTest, AnIdOfARoundWithoutIdsIsLeftUnchecked) {
  const Matched matched = Run({{"round", "v6.0"}, {"submitter", "NVIDIA"}, {"benchmark", "llama2-70b-99.9"},
                               {"scenario", "Server"}, {"value", "107318"}, {"result_id", "6.0-0001"}});
  EXPECT_EQ(matched.match, Match::kOne);
  EXPECT_TRUE(matched.id_unchecked);
  EXPECT_EQ(matched.silent, std::vector<std::string>{"result_id"});
  EXPECT_FALSE(matched.filled.contains("result_id"));
}

TEST_F(MatchTest, ARoundThatIsNotHeldIsNeverDenied) {
  EXPECT_EQ(Run(With(RowsForTest::Complete(), "round", "v5.0")).match, Match::kRoundNotHeld);
  EXPECT_EQ(Run(With(RowsForTest::Complete(), "round", "v4.7")).match, Match::kNoRound);
  EXPECT_EQ(Run({{"result_id", "5.0-0012"}}).match, Match::kRoundNotHeld);
}

TEST_F(MatchTest, OtherBoardsAreNotLookedUp) {
  EXPECT_EQ(MatchRow(RowsForTest::Complete(), Suite::kTraining, Bound::kNone, held_.rows).match, Match::kNotInference);
}

TEST(ResultId, IsReadAndNeverMadeUp) {
  EXPECT_EQ(ResultIdOf("5.1-0069"), "5.1-0069");
  EXPECT_EQ(ResultIdOf("v5.1-0069.llama2-70b-99.9.Server"), "5.1-0069");
  EXPECT_EQ(ResultIdOf("5.1.0069"), "5.1-0069");
  EXPECT_EQ(ResultIdOf("5.1"), "");
  EXPECT_EQ(ResultIdOf("unknown"), "");
}

TEST(Words, AreWholeOnes) {
  EXPECT_TRUE(HoldsWords("NVIDIA H200-SXM-141GB", "8x H200"));
  EXPECT_FALSE(HoldsWords("NVIDIA GB200", "B200"));
  EXPECT_FALSE(HoldsWords("AMD Instinct MI300X", "MI300"));
  EXPECT_TRUE(HoldsWords("TensorRT 10.11, CUDA 12.9", "TensorRT 10.11"));
  EXPECT_FALSE(HoldsWords("TensorRT 10.11", "TensorRT 10.1"));
  EXPECT_TRUE(HoldsWords("NVIDIA GeForce RTX 4090", "RTX4090"));
  EXPECT_FALSE(HoldsWords("anything", "8x"));
}

// By arithmetic: what a figure of so many digits can stand for.
TEST(Value, AgreesToTheDigitsQuoted) {
  RowsForTest held;
  results::Row& row = *held.server;
  const auto agrees = [&](double published, std::string_view quoted, Bound bound) {
    row.value = published;
    return AgreesWith(*ParseFigure(quoted), bound, "Tokens/s", row);
  };
  using enum ValueAgreement;
  EXPECT_EQ(agrees(34988, "34,988", Bound::kNone), kEqual);
  EXPECT_EQ(agrees(34988.4, "34988", Bound::kNone), kEqual);
  EXPECT_EQ(agrees(34988, "35,000", Bound::kNone), kRounded);
  EXPECT_EQ(agrees(34988, "34,000", Bound::kNone), kNo);
  EXPECT_EQ(agrees(34988, "35k", Bound::kAbout), kEqual);
  EXPECT_EQ(agrees(34988, "35,000", Bound::kOver), kNo);
  EXPECT_EQ(agrees(34988, "34,000", Bound::kOver), kRounded);
  EXPECT_EQ(agrees(34988, "35,000", Bound::kUpTo), kRounded);
  EXPECT_EQ(agrees(34988, "20,000", Bound::kOver), kNo);
  EXPECT_FALSE(ParseFigure("many").has_value());
}

}  // namespace
}  // namespace assay::citation
