// SPDX-License-Identifier: Apache-2.0
// Boxes: an answer holds seven float32 a detection: sample, top, left, bottom and right as shares of the image, score,
// class; COCO and OpenImages.
#include <algorithm>
#include <cmath>
#include <utility>

#include "data/truth/coco_annotations.h"
#include "metric/detection/box_detection.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {
namespace {

constexpr std::size_t kNumbers = 7;

class BoxScorer : public LogScorer {
 public:
  BoxScorer(data::CocoAnnotations truth, data::NumberType type, bool positions)
      : truth_(std::move(truth)), type_(type), positions_(positions), answered_(truth_.images.size()) {}

  std::size_t samples() const override { return truth_.images.size(); }

  Result<void> Score(const LogAnswer& answer) override {
    ASSAY_CHECK_OK(data::ReadNumbers(answer.bytes, type_, numbers_));
    const std::size_t before = detected_.size();
    // Fewer numbers than one detection has are an image without any, as the reference takes it.
    const bool none = numbers_.size() < kNumbers;
    if (!none && numbers_.size() % kNumbers != 0) {
      return Fail(ErrorCode::kBadRow, "expected seven numbers a detection, found " + std::to_string(numbers_.size()));
    }
    for (std::size_t at = 0; !none && at < numbers_.size(); at += kNumbers) {
      if (auto added = Add(answer.sample, std::span(numbers_).subspan(at, kNumbers)); !added) {
        detected_.resize(before);
        return added;
      }
    }
    KeepBest(before);
    answered_[answer.sample] = true;
    none_ += none ? 1 : 0;
    return {};
  }

  Result<AccuracyFigures> Finish(std::uint64_t, std::uint64_t) override {
    metric::DetectionTask task{{}, truth_.categories, {}};
    for (std::size_t i = 0; i < truth_.images.size(); ++i) {
      if (answered_[i]) task.images.push_back(truth_.images[i].id);
    }
    std::vector<std::int64_t> counted = task.images;
    std::ranges::sort(counted);
    for (const data::CocoObject& object : truth_.objects) {
      if (!std::ranges::binary_search(counted, object.image)) continue;
      task.annotated.push_back({object.image, object.category, {object.x, object.y, object.width, object.height},
                                object.area, object.crowd});
    }
    ASSAY_TRY(scores, metric::ScoreDetections(task, detected_));
    AccuracyFigures figures;
    AccuracyFigure figure{.metric = "mAP", .value = {}, .printed = {}, .low = {}, .high = {}, .interval = {}, .note = {}};
    if (scores[0] >= 0) {
      figure.value = 100 * scores[0];
      figure.printed = FixedNumber(*figure.value, 3);
      figures.lines.push_back("mAP=" + figure.printed + "%");
    } else {
      figure.note = "nothing is annotated in the images of the log";
    }
    figures.figures.push_back(std::move(figure));
    if (none_ > 0) figures.notes.push_back(std::to_string(none_) + " images without a detection");
    if (other_image_ > 0) {
      figures.notes.push_back(std::to_string(other_image_) +
                              " detections name another sample than the log does; the log's counts, as in the reference");
    }
    return figures;
  }

 private:
  // In the precision in which the reference computes: float32 numbers times whole pixels.
  Result<void> Add(std::size_t sample, std::span<const double> numbers) {
    for (const double number : numbers) {
      if (!std::isfinite(number)) return Fail(ErrorCode::kNotFinite, "a detection holds no finite number");
    }
    const data::CocoImage& image = truth_.images[sample];
    if (std::trunc(numbers[0]) != static_cast<double>(sample)) ++other_image_;
    const auto scaled = [](double share, double pixels) { return static_cast<float>(share) * static_cast<float>(pixels); };
    const float top = scaled(numbers[1], image.height), left = scaled(numbers[2], image.width);
    const float bottom = scaled(numbers[3], image.height), right = scaled(numbers[4], image.width);
    auto category = static_cast<std::int64_t>(std::trunc(numbers[6]));
    if (positions_) {
      if (category < 0 || category > static_cast<std::int64_t>(truth_.categories.size())) {
        return Fail(ErrorCode::kOutOfRange, "there is no category at place " + std::to_string(category));
      }
      category = category == 0 ? 0 : truth_.categories[static_cast<std::size_t>(category) - 1];
    }
    detected_.push_back({image.id, category, {left, top, right - left, bottom - top}, numbers[5]});
    return {};
  }

  // COCO counts the 100 detections of an image and a class that score highest, the first of equal ones: the others needn't
  // be held.
  void KeepBest(std::size_t from) {
    constexpr std::size_t kMost = 100;
    if (detected_.size() - from <= kMost) return;
    const std::span all = std::span(detected_).subspan(from);
    std::ranges::stable_sort(all, [](const metric::DetectedBox& a, const metric::DetectedBox& b) {
      return a.category != b.category ? a.category < b.category : a.score > b.score;
    });
    std::size_t kept = 0, of_class = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      of_class = i > 0 && all[i].category == all[i - 1].category ? of_class + 1 : 0;
      if (of_class < kMost) all[kept++] = all[i];
    }
    detected_.resize(from + kept);
  }

  data::CocoAnnotations truth_;
  data::NumberType type_;
  bool positions_;
  std::vector<bool> answered_;
  std::vector<double> numbers_;
  std::vector<metric::DetectedBox> detected_;
  std::uint64_t none_ = 0, other_image_ = 0;
};

}  // namespace

Result<std::unique_ptr<LogScorer>> MakeBoxScorer(const ScorerOptions& options) {
  if (options.type != data::NumberType::kFloat32) return Fail(ErrorCode::kUsage, "detections are --dtype float32");
  ASSAY_TRY(path, OneTruth(options, "the annotations in COCO's form"));
  ASSAY_TRY(truth, data::ReadCocoAnnotations(path));
  return std::make_unique<BoxScorer>(std::move(truth), *options.type, options.class_positions);
}

}  // namespace assay::run
