// SPDX-License-Identifier: Apache-2.0
#include "metric/item_scores.h"

#include <gtest/gtest.h>

#include "metric/detection/box_detection.h"
#include "stats/clopper_pearson.h"

namespace assay::metric {
namespace {

Items Of(std::initializer_list<double> scores) {
  Items items;
  items.rows.width = 2;
  for (const double score : scores) items.rows.values.insert(items.rows.values.end(), {score, 1.0});
  return items;
}

TEST(MeanOfItems, YesOrNoHasTheExactInterval) {
  const auto mean = MeanOfItems({}, Of({1, 1, 1, 1, 1}), {});
  const auto exact = stats::ClopperPearsonInterval(5, 5, 0.95);
  ASSERT_TRUE(mean && mean->interval && exact);
  EXPECT_DOUBLE_EQ(mean->interval->low, exact->low);
  EXPECT_EQ(mean->interval->method, "clopper-pearson");
}

TEST(MeanOfItems, EqualScoresBetweenHaveNone) {
  const auto mean = MeanOfItems({}, Of({0.5, 0.5, 0.5}), {});
  ASSERT_TRUE(mean);
  EXPECT_EQ(mean->value, 0.5);
  EXPECT_FALSE(mean->interval);
  EXPECT_NE(mean->note.find("score alike"), std::string::npos);
}

TEST(MeanOfItems, UnscoredItemsWidenTheInterval) {
  Items items = Of({0.2, 0.4, 0.6, 0.8, 0.3, 0.5, 0.7, 0.1, 0.9, 0.45, 0.55, 0.35});
  const auto without = MeanOfItems({}, items, {});
  items.unscored = 12;
  const auto with = MeanOfItems({}, items, {});
  ASSERT_TRUE(without && with && without->interval && with->interval);
  EXPECT_EQ(with->value, without->value);
  EXPECT_DOUBLE_EQ(with->interval->low, without->interval->low / 2);
  EXPECT_DOUBLE_EQ(with->interval->high, (without->interval->high + 1) / 2);
  EXPECT_NE(with->note.find("coverage 0.5"), std::string::npos);
}

// Ten answers to each question that all agree know no more than one.
TEST(MeanOfItems, AnswersToOneQuestionCountAsOne) {
  Items items = Of({});
  for (int question = 0; question < 40; ++question) {
    for (int answer = 0; answer < 10; ++answer) {
      items.rows.values.insert(items.rows.values.end(), {question % 2 == 0 ? 1.0 : 0.0, 1.0});
      items.group.push_back(question);
    }
  }
  const auto grouped = MeanOfItems({}, items, {});
  items.group.clear();
  const auto apart = MeanOfItems({}, items, {});
  ASSERT_TRUE(grouped && apart && grouped->interval && apart->interval);
  EXPECT_GT(grouped->interval->high - grouped->interval->low, 2 * (apart->interval->high - apart->interval->low));
}

TEST(MeanOfItems, NothingIsUndefined) {
  const auto mean = MeanOfItems({}, Of({}), {});
  ASSERT_TRUE(mean);
  EXPECT_FALSE(mean->value);
  EXPECT_FALSE(mean->note.empty());
}

TEST(OfTotals, UnscoredItemsWithholdTheInterval) {
  Items items = Of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const OfSums ratio = [](std::span<const double> sums) { return std::optional(sums[0] / sums[1]); };
  ASSERT_TRUE(OfTotals({}, items, ratio, {})->interval);
  items.unscored = 1;
  const auto with = OfTotals({}, items, ratio, {});
  EXPECT_EQ(with->value, 6.5);
  EXPECT_FALSE(with->interval);
}

DetectionTask SomeImages(std::vector<DetectedBox>& detected) {
  DetectionTask task{.images = {9, 3, 5, 7}, .categories = {1, 2}, .annotated = {}};
  std::uint64_t state = 1;
  const auto next = [&] { return static_cast<double>((state = state * 6364136223846793005u + 1442695040888963407u) >> 40) / 16777216; };
  for (const std::int64_t image : task.images) {
    for (int i = 0; i < 5; ++i) {
      const Box box{next() * 100, next() * 100, 20 + next() * 50, 20 + next() * 50};
      const std::int64_t category = next() < 0.5 ? 1 : 2;
      task.annotated.push_back({image, category, box, box.width * box.height, false});
      Box moved = box;
      moved.x += next() * 8;
      detected.push_back({image, category, moved, next()});
    }
  }
  return task;
}

// Each image once is the score itself; an image left out is the set without it; all of them twice changes nothing.
TEST(MeanPrecisionOfDraws, IsTheScoreOfTheDrawnImages) {
  std::vector<DetectedBox> detected;
  const DetectionTask task = SomeImages(detected);
  const std::vector<std::vector<std::uint32_t>> draws{{1, 1, 1, 1}, {1, 0, 1, 1}, {2, 2, 2, 2}};
  const auto values = MeanPrecisionOfDraws(task, detected, draws);
  ASSERT_TRUE(values);
  const auto all = ScoreDetections(task, detected);
  EXPECT_NEAR((*values)[0], (*all)[0], 1e-12);
  DetectionTask fewer = task;
  fewer.images = {9, 5, 7};
  std::erase_if(fewer.annotated, [](const AnnotatedBox& box) { return box.image == 3; });
  std::vector<DetectedBox> kept = detected;
  std::erase_if(kept, [](const DetectedBox& box) { return box.image == 3; });
  EXPECT_NEAR((*values)[1], (*ScoreDetections(fewer, kept))[0], 1e-12);
  EXPECT_NEAR((*values)[2], (*values)[0], 1e-12);
  EXPECT_EQ(MeanPrecisionOfDraws(task, detected, std::vector<std::vector<std::uint32_t>>{{1}}).error().code,
            ErrorCode::kContradiction);
}

}  // namespace
}  // namespace assay::metric
