// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "assay/metric.h"
#include "metric/detection/box_detection.h"
#include "metric/measurement.h"
#include "metric/resample/resampler.h"
#include "stats/bootstrap_interval.h"

namespace assay {

extern const MetricInfo kMetric_coco_map;

namespace {

constexpr std::size_t kReplicates = 400;
constexpr const char* kParts[] = {"ap",     "ap_50",  "ap_75",    "ap_small", "ap_medium", "ap_large",
                                  "ar_1",   "ar_10",  "ar_100",   "ar_small", "ar_medium", "ar_large"};

// Of the first number, over images.
Result<std::optional<Interval>> IntervalOver(const metric::DetectionTask& task,
                                             std::span<const metric::DetectedBox> detected, const MetricInput& input) {
  if (task.images.size() < 10) return std::nullopt;
  ASSAY_TRY(resampler, metric::Resampler::OfCases(task.images.size()));
  std::vector<std::vector<std::uint32_t>> draws(kReplicates, std::vector<std::uint32_t>(task.images.size()));
  for (std::size_t i = 0; i < draws.size(); ++i) resampler.Draw(input.seed, i, draws[i]);
  ASSAY_TRY(replicates, metric::MeanPrecisionOfDraws(task, detected, draws));
  std::erase(replicates, -1.0);
  if (replicates.size() * 20 < kReplicates * 19) return std::nullopt;
  std::ranges::sort(replicates);
  if (replicates.front() == replicates.back()) return std::nullopt;
  ASSAY_TRY(interval, stats::PercentileBootstrap(replicates, input.level));
  interval.method = "bootstrap over images, 400 draws, percentiles";
  return std::optional(std::move(interval));
}

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  if (input.boxes == nullptr) return std::vector{metric::Undefined(kMetric_coco_map, "no boxes")};
  const BoxColumns& boxes = *input.boxes;
  ASSAY_TRY(scores, metric::ScoreDetections(*boxes.task, *boxes.detected));
  std::vector<Measurement> all{metric::Blank(kMetric_coco_map)};
  for (std::size_t i = 0; i < scores.size(); ++i) {
    Measurement& part = all.emplace_back(metric::PartOf(kMetric_coco_map, kParts[i], Unit::kShare, Better::kHigher));
    part.n = boxes.task->images.size();
    if (scores[i] >= 0) part.value = scores[i];
    else part.note = "no object of that size is annotated";
  }
  Measurement& first = all.front();
  first.value = all[1].value;
  first.n = all[1].n;
  if (!first.value) {
    first.note = "no object is annotated";
    return all;
  }
  ASSAY_TRY(interval, IntervalOver(*boxes.task, *boxes.detected, input));
  first.interval = std::move(interval);
  if (!first.interval) first.note = "no interval: too few images, or all draws alike";
  all.erase(all.begin() + 1);  // coco_map.ap is coco_map
  return all;
}

}  // namespace

const MetricInfo kMetric_coco_map{
    .name = "coco_map",
    .title = "mean average precision of detection (COCO)",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint16_t>(Needs::kBoxes),
    .definition = "Mean over classes and over ten IoU thresholds from .50 to .95 of the precision read at 101 recalls. Parts: ap_50, ap_75, ap_small, ap_medium, ap_large; ar_1, ar_10, ar_100 (recall with so many boxes an image), ar_small, ar_medium, ar_large.",
    .source = "pycocotools 2.0.11 COCOeval; Lin et al., ECCV 2014",
    .compute = &Compute,
};

}  // namespace assay
