// SPDX-License-Identifier: Apache-2.0
// Object detection in COCO's sense: boxes with a class and a score against annotated boxes, twelve numbers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/result.h"

namespace assay::metric {

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

struct AnnotatedBox {
  std::int64_t image = 0, category = 0;
  Box box;
  double area = 0;     // of the object itself, which may be smaller than its box
  bool crowd = false;  // many objects in one: takes any number of detections, and isn't missed by any
};

struct DetectedBox {
  std::int64_t image = 0, category = 0;
  Box box;
  double score = 0;
};

struct DetectionTask {
  std::vector<std::int64_t> images, categories;  // all of them, those without a box too
  std::vector<AnnotatedBox> annotated;
};

// In COCO's order: AP over IoU .50 to .95, AP at .50, at .75, of small (up to 32^2), medium and large (from 96^2)
// objects; AR with 1, 10 and 100 detections per image, AR of small, medium and large ones.
// Unit     shares in 0 to 1; -1 where there is nothing to find.
using DetectionScores = std::array<double, 12>;

// Per image and class, detections in the order of their scores take the free annotated box with the greatest overlap of
// at least the threshold; objects outside of the size range and crowds are taken only if nothing else is left, and count
// neither way. Precision is the highest at this recall or a greater one, read at 101 recalls. The overlap of a pair is
// computed once for all ten thresholds and four size ranges.
// Shape    any order; equal scores keep it.
// Errors   kBadReference for a detection in an image that isn't listed; kNotFinite for a score or a box.
// Threads  safe: pure.
// Source   Lin et al., ECCV 2014; pycocotools 2.0.11 COCOeval (by values).
Result<DetectionScores> ScoreDetections(const DetectionTask& task, std::span<const DetectedBox> detected);

// The first of the twelve numbers for each of several draws of the images: what a bootstrap over images needs. Boxes are
// matched once. An image that is drawn twice counts twice, its detections side by side in the order of scores.
// Shape    draws[i] has an element per image of the task, in its order: how often it was drawn.
// Errors   as ScoreDetections; kContradiction for a draw of another length.
// Threads  safe: pure.
Result<std::vector<double>> MeanPrecisionOfDraws(const DetectionTask& task, std::span<const DetectedBox> detected,
                                                 std::span<const std::vector<std::uint32_t>> draws);

}  // namespace assay::metric
