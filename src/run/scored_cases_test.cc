// SPDX-License-Identifier: Apache-2.0
#include "run/scored_cases.h"

#include <gtest/gtest.h>

namespace assay::run {
namespace {

record::CaseLine Line(std::string id, std::string label, std::string predicted, double score,
                      SampleStatus status = SampleStatus::kOk) {
  record::CaseLine line;
  line.id = std::move(id);
  line.label = std::move(label);
  line.status = status;
  if (status == SampleStatus::kOk) {
    line.predicted = std::move(predicted);
    line.score = score;
  }
  return line;
}

// Rule of the MLPerf accuracy scripts (public case D1): the first answer counts, repeats are ignored and reported.
TEST(ScoreCases, CountsTheFirstAnswerAndReportsRepeats) {
  const std::vector<record::CaseLine> lines = {Line("a", "1", "1", 0.9), Line("b", "0", "0", 0.1),
                                               Line("a", "1", "0", 0.2), Line("b", "0", "0", 0.1)};
  const auto cases = ScoreCases(lines, {"0", "1"});
  ASSERT_TRUE(cases.has_value());
  EXPECT_EQ(cases->ids, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(cases->predicted, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(cases->repeats, 2u);
  EXPECT_EQ(cases->disagreeing_repeats, 1u);
}

TEST(ScoreCases, AnErrorIsUnscoredNotWrong) {
  const std::vector<record::CaseLine> lines = {Line("a", "1", "1", 0.9),
                                               Line("b", "1", "", 0, SampleStatus::kError),
                                               Line("c", "0", "", 0, SampleStatus::kLost)};
  const auto cases = ScoreCases(lines, {"0", "1"});
  ASSERT_TRUE(cases.has_value());
  EXPECT_EQ(cases->ids.size(), 1u);
  EXPECT_EQ(cases->Columns().unscored, 2u);
}

TEST(ScoreCases, RefusesAClassThatTheDataDoesNotList) {
  const std::vector<record::CaseLine> lines = {Line("a", "2", "1", 0.9)};
  const auto cases = ScoreCases(lines, {"0", "1"});
  ASSERT_FALSE(cases.has_value());
  EXPECT_EQ(cases.error().code, ErrorCode::kUnknownName);
}

TEST(ScoreCases, RefusesHalfScoredCases) {
  std::vector<record::CaseLine> lines = {Line("a", "1", "1", 0.9), Line("b", "0", "0", 0.1)};
  lines[1].score.reset();
  EXPECT_FALSE(ScoreCases(lines, {"0", "1"}).has_value());
}

TEST(DecideAt, TakesTheThresholdItself) {
  ScoredCases cases;
  cases.score = {0.4999, 0.5, 0.5001};
  EXPECT_EQ(DecideAt(cases, 0.5), (std::vector<std::int32_t>{0, 1, 1}));
}

}  // namespace
}  // namespace assay::run
