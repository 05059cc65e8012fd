// SPDX-License-Identifier: Apache-2.0
#include "run/score_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "run/example_run_test.h"

namespace assay::run {
namespace {

class ScoreFileTest : public testing::Test {
 protected:
  Results<FileScores> Score(const std::string& text, ScoreFileOptions options) {
    options.path = folder_.In("preds.csv");
    std::ofstream(options.path) << text;
    return ScoreFile(options);
  }
  // The value of one metric; fails the test when it is missing or undefined.
  double Value(const std::string& text, ScoreFileOptions options, const std::string& metric) {
    const auto scores = Score(text, std::move(options));
    if (!scores) {
      ADD_FAILURE() << scores.error().at(0).what;
      return -1;
    }
    const auto found = std::ranges::find(scores->measurements, metric, &Measurement::metric);
    if (found == scores->measurements.end() || !found->value) {
      ADD_FAILURE() << metric << " has no value";
      return -1;
    }
    return *found->value;
  }
  TestFolder folder_;
};

const ScoreFileOptions kScore{.path = "", .id = "id", .score = "score"};
const ScoreFileOptions kPredicted{.path = "", .id = "id", .predicted = "pred"};

// Hand sorted: at 0.9 two of three are positive, at 0.5 three of six: (2 x 2/3 + 1 x 3/6) / 3 = 11/18. Of 15 pairs 9 + 6 x
// 1/2 are in order: 0.8.
TEST_F(ScoreFileTest, TiesAreOneStep) {
  const std::string text =
      "id,label,score\nr00,1,0.9\nr01,0,0.9\nr02,1,0.9\nr03,0,0.5\nr04,0,0.5\nr05,1,0.5\nr06,0,0.2\nr07,0,0.1\n";
  EXPECT_NEAR(Value(text, kScore, "average_precision"), 11.0 / 18, 1e-12);
  EXPECT_NEAR(Value(text, kScore, "roc_auc"), 0.8, 1e-12);
}

// Case F1: without a positive a ranking is undefined, not 0; without a negative ROC is.
TEST_F(ScoreFileTest, WithoutAPositiveARankingIsUndefined) {
  const auto scores = Score("id,label,score\na,0,.1\nb,0,.2\nc,0,.3\nd,0,.4\n", kScore);
  ASSERT_TRUE(scores.has_value());
  for (const char* metric : {"average_precision", "roc_auc"}) {
    const auto found = std::ranges::find(scores->measurements, metric, &Measurement::metric);
    ASSERT_NE(found, scores->measurements.end());
    EXPECT_FALSE(found->value.has_value());
    EXPECT_EQ(found->note, "no positive");
  }
  const std::string positives = "id,label,score\na,1,.1\nb,1,.2\nc,1,.3\n";
  EXPECT_EQ(Value(positives, kScore, "average_precision"), 1.0);
}

// Case F3.
TEST_F(ScoreFileTest, AScoreThatIsNoNumberIsRefusedByRow) {
  for (const char* bad : {"nan", "inf", "", "\"0,3\"", "one", "1e999"}) {
    const auto scores = Score("id,label,score\nr00,0,0.1\nr01,1," + std::string(bad) + "\nr02,0,0.3\n", kScore);
    ASSERT_FALSE(scores.has_value()) << bad;
    EXPECT_EQ(scores.error().at(0).code, ErrorCode::kNotFinite) << bad;
    EXPECT_NE(scores.error().at(0).what.find("r01"), std::string::npos) << bad;
    EXPECT_EQ(scores.error().at(0).where.at(0).line, 3) << bad;
  }
}

// Case F5, Bayes: 0.9 p / (0.9 p + 0.01 (1 - p)).
TEST_F(ScoreFileTest, PrecisionInServiceFollowsTheBaseRate) {
  std::string text = "id,label,score\n";
  for (int i = 0; i < 1000; ++i) {
    text += "p" + std::to_string(i) + ",1," + (i < 900 ? "0.9" : "0.1") + "\n";
    text += "n" + std::to_string(i) + ",0," + (i < 10 ? "0.9" : "0.1") + "\n";
  }
  for (const auto& [rate, precision] : {std::pair{0.5, 0.98901}, {0.01, 0.47619}, {0.001, 0.08264}}) {
    ScoreFileOptions options = kScore;
    options.base_rate = rate;
    EXPECT_NEAR(Value(text, options, "precision_at_base_rate"), precision, 5e-6);
  }
}

// Case F6: the classes of a mean are those that occur.
TEST_F(ScoreFileTest, AMacroMeanNamesItsClasses) {
  EXPECT_EQ(Value("id,label,pred\n1,0,0\n2,2,2\n3,0,0\n4,2,2\n", kPredicted, "f1_macro"), 1.0);
  EXPECT_NEAR(Value("id,label,pred\n1,0,0\n2,2,2\n3,0,1\n4,2,2\n5,2,2\n", kPredicted, "f1_macro"), 0.555556, 5e-7);
}

TEST_F(ScoreFileTest, AnEmptyAnswerIsNotAClass) {
  const auto scores = Score("id,label,pred\n1,0,0\n2,1,\n", kPredicted);
  ASSERT_FALSE(scores.has_value());
  EXPECT_EQ(scores.error().at(0).code, ErrorCode::kBadRow);
  EXPECT_EQ(scores.error().at(0).where.at(0).line, 3);
}

TEST_F(ScoreFileTest, WhatIsMissingIsNamed) {
  const std::string text = "id,label,score\na,1,0.9\nb,0,0.1\n";
  ScoreFileOptions column = kScore, metric = kScore, label = kScore;
  column.score = "proba";
  metric.metrics = {"recal"};
  label.label = "";
  EXPECT_EQ(Score(text, column).error().at(0).code, ErrorCode::kBadReference);
  EXPECT_EQ(Score(text, metric).error().at(0).code, ErrorCode::kUnknownName);
  EXPECT_EQ(Score(text, label).error().at(0).code, ErrorCode::kUsage);
  EXPECT_EQ(Score(text, {}).error().at(0).code, ErrorCode::kUsage);
}

// A metric that needs a load run is undefined for a file, or an error; it is never a number.
TEST_F(ScoreFileTest, AnyMetricMayBeAskedFor) {
  for (const MetricInfo* info : AllMetrics()) {
    ScoreFileOptions options = kScore;
    options.metrics = {std::string(info->name)};
    const auto scores = Score("id,label,score\na,1,0.9\nb,0,0.1\n", options);
    const bool of_cases = (info->needs & (Needs::kQualityScores | Needs::kQualityDecisions)) != 0;
    if (!of_cases && scores && !scores->measurements.empty()) {
      EXPECT_FALSE(scores->measurements[0].value.has_value()) << info->name;
    }
  }
}

}  // namespace
}  // namespace assay::run
