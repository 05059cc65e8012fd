// SPDX-License-Identifier: Apache-2.0
// Values of pycocotools stand in tests/golden/metric/coco_map.jsonl, which assay vectors runs; here by hand.
#include "metric/detection/box_detection.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::metric {
namespace {

constexpr Box kBox{10, 10, 50, 40};  // 2,000: medium

DetectionTask Task(std::vector<AnnotatedBox> annotated) { return {{1, 2}, {7}, std::move(annotated)}; }

TEST(BoxDetection, PerfectIsOneAndSizesWithoutAnObjectAreUndefined) {
  const auto scores = *ScoreDetections(Task({{1, 7, kBox, 2000, false}}), std::vector<DetectedBox>{{1, 7, kBox, 0.9}});
  EXPECT_NEAR(scores[0], 1, 1e-12);
  EXPECT_EQ(scores[3], -1);  // small
  EXPECT_NEAR(scores[4], 1, 1e-12);
  EXPECT_EQ(scores[8], 1);
}

// A false alarm with the higher score: precision is 1/2 at each recall.
TEST(BoxDetection, AFalseAlarmBeforeTheHitHalvesPrecision) {
  const std::vector<DetectedBox> detected{{1, 7, kBox, 0.5}, {2, 7, kBox, 0.9}};
  EXPECT_NEAR((*ScoreDetections(Task({{1, 7, kBox, 2000, false}}), detected))[1], 0.5, 1e-12);
}

// What lies in a crowd counts neither way; a second detection of one object is a false alarm.
TEST(BoxDetection, CrowdsTakeAnyNumber) {
  const AnnotatedBox crowd{1, 7, {100, 100, 60, 60}, 3600, true};
  const std::vector<DetectedBox> detected{{1, 7, {110, 110, 20, 20}, 0.9}, {1, 7, {120, 120, 20, 20}, 0.8}, {1, 7, kBox, 0.5}};
  EXPECT_NEAR((*ScoreDetections(Task({{1, 7, kBox, 2000, false}, crowd}), detected))[1], 1, 1e-12);
  const std::vector<DetectedBox> twice{{1, 7, kBox, 0.9}, {1, 7, kBox, 0.8}, {2, 7, kBox, 0.7}};
  const auto scores = *ScoreDetections(Task({{1, 7, kBox, 2000, false}, {2, 7, kBox, 2000, false}}), twice);
  EXPECT_LT(scores[1], 1);
  EXPECT_EQ(scores[6], 1);  // with one detection per image the double isn't looked at
}

TEST(BoxDetection, NothingFoundIsZeroAndNothingToFindIsUndefined) {
  EXPECT_EQ((*ScoreDetections(Task({{1, 7, kBox, 2000, false}}), {}))[0], 0);
  EXPECT_EQ((*ScoreDetections(Task({}), std::vector<DetectedBox>{{1, 7, kBox, 0.9}}))[0], -1);
}

TEST(BoxDetection, RefusesWhatItCannotPlace) {
  EXPECT_FALSE(ScoreDetections(Task({}), std::vector<DetectedBox>{{3, 7, kBox, 0.9}}).has_value());
  EXPECT_FALSE(ScoreDetections(Task({}), std::vector<DetectedBox>{{1, 7, kBox, std::nan("")}}).has_value());
}

}  // namespace
}  // namespace assay::metric
