// SPDX-License-Identifier: Apache-2.0
//
// Detections are sorted by class, image and score once, annotated boxes by class and image; a cell is the part of both
// that belongs to one class in one image. Per class, each cell's matches for all thresholds and size ranges go to flat
// arrays in which a detection's ten outcomes are two 16-bit masks: matched, and ignored.
#include "metric/detection/box_detection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace assay::metric {
namespace {

constexpr std::size_t kThresholds = 10;
constexpr std::size_t kRecalls = 101;
constexpr std::size_t kRanges = 4;
constexpr std::array<std::size_t, 3> kLimits = {1, 10, 100};  // detections per image and class
constexpr std::array<double, kRanges> kLeastArea = {0, 0, 32 * 32, 96 * 96};
constexpr std::array<double, kRanges> kMostArea = {1e10, 32 * 32, 96 * 96, 1e10};

// Evenly spaced, the last one exact: multiples of the step, as the reference makes them.
template <std::size_t n>
std::array<double, n> Spaced(double first, double last) {
  std::array<double, n> values{};
  const double step = (last - first) / static_cast<double>(n - 1);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(i) * step + first;
  values[n - 1] = last;
  return values;
}

double Overlap(const Box& detected, const AnnotatedBox& annotated) {
  const Box& other = annotated.box;
  const double width = std::min(detected.x + detected.width, other.x + other.width) - std::max(detected.x, other.x);
  if (width <= 0) return 0;
  const double height = std::min(detected.y + detected.height, other.y + other.height) - std::max(detected.y, other.y);
  if (height <= 0) return 0;
  const double both = width * height;
  const double own = detected.width * detected.height;
  return both / (annotated.crowd ? own : own + other.width * other.height - both);
}

// What became of a detection, a bit per threshold.
struct Outcome {
  std::uint16_t matched = 0, ignored = 0;
};

// One class and size range, over all images.
struct ClassOutcomes {
  std::vector<double> score;
  std::vector<std::uint32_t> rank;  // within its image
  std::vector<Outcome> outcome;
  std::uint64_t wanted = 0;  // annotated boxes that count
  std::vector<std::pair<std::size_t, std::uint64_t>> cells;  // detections and wanted boxes of each image, one after another
  std::vector<std::uint32_t> image;                          // number of the image of each cell
};

class Cell {
 public:
  Cell(std::span<const AnnotatedBox> annotated, std::span<const DetectedBox> detected)
      : annotated_(annotated), detected_(detected.first(std::min(detected.size(), kLimits.back()))) {
    overlap_.resize(annotated_.size() * detected_.size());
    for (std::size_t d = 0; d < detected_.size(); ++d) {
      for (std::size_t a = 0; a < annotated_.size(); ++a) {
        overlap_[d * annotated_.size() + a] = Overlap(detected_[d].box, annotated_[a]);
      }
    }
  }

  void AddTo(ClassOutcomes& all, std::size_t range, const std::array<double, kThresholds>& thresholds) {
    // Boxes that count first, otherwise in the order given.
    order_.resize(annotated_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    const auto counts = [&](std::size_t a) {
      const AnnotatedBox& box = annotated_[a];
      return !box.crowd && box.area >= kLeastArea[range] && box.area <= kMostArea[range];
    };
    const auto first_ignored = std::stable_partition(order_.begin(), order_.end(), counts);
    counted_ = static_cast<std::size_t>(first_ignored - order_.begin());
    all.wanted += counted_;
    const std::size_t start = all.outcome.size();
    for (std::size_t d = 0; d < detected_.size(); ++d) {
      all.score.push_back(detected_[d].score);
      all.rank.push_back(static_cast<std::uint32_t>(d));
      all.outcome.emplace_back();
    }
    all.cells.emplace_back(detected_.size(), counted_);
    for (std::size_t t = 0; t < kThresholds; ++t) Match(std::span(all.outcome).subspan(start), range, t, thresholds[t]);
  }

 private:
  void Match(std::span<Outcome> outcomes, std::size_t range, std::size_t t, double threshold) {
    taken_.assign(annotated_.size(), false);
    const auto bit = static_cast<std::uint16_t>(1u << t);
    for (std::size_t d = 0; d < detected_.size(); ++d) {
      const std::size_t found = Best(d, threshold);
      if (found == annotated_.size()) {
        const double area = detected_[d].box.width * detected_[d].box.height;
        if (area < kLeastArea[range] || area > kMostArea[range]) outcomes[d].ignored |= bit;
        continue;
      }
      taken_[found] = true;
      outcomes[d].matched |= bit;
      if (found >= counted_) outcomes[d].ignored |= bit;
    }
  }

  // Position in order_ of the box that detection d takes; their number if none.
  std::size_t Best(std::size_t d, double threshold) const {
    double least = std::min(threshold, 1 - 1e-10);
    std::size_t best = annotated_.size();
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (taken_[i] && !annotated_[order_[i]].crowd) continue;
      if (i >= counted_ && best < counted_) break;  // one that counts goes before one that doesn't
      const double overlap = overlap_[d * annotated_.size() + order_[i]];
      if (overlap < least) continue;
      least = overlap;
      best = i;
    }
    return best;
  }

  std::span<const AnnotatedBox> annotated_;
  std::span<const DetectedBox> detected_;
  std::vector<double> overlap_;
  std::vector<std::size_t> order_;
  std::vector<bool> taken_;
  std::size_t counted_ = 0;
};

struct MeanOf {
  double sum = 0;
  double count = 0;
  void Add(double value) {
    sum += value;
    count += 1;
  }
  double Value() const { return count > 0 ? sum / count : -1; }
};

// Means over classes (and thresholds, and recalls) by size range, and for recall by limit.
struct Sums {
  std::array<std::array<MeanOf, kThresholds>, kRanges> precision;
  std::array<std::array<MeanOf, kLimits.size()>, kRanges> recall;
};

// Precision at the 101 recalls and the last recall, for one threshold and the detections in `order`.
void Accumulate(const ClassOutcomes& all, std::span<const std::uint32_t> order, std::size_t t, std::size_t range,
                std::size_t limit, const std::array<double, kRecalls>& recalls, Sums& sums) {
  const auto wanted = static_cast<double>(all.wanted);
  std::vector<double> recall, precision;
  double hits = 0;
  double misses = 0;
  for (const std::uint32_t i : order) {
    const bool ignored = (all.outcome[i].ignored >> t & 1) != 0;
    const bool matched = (all.outcome[i].matched >> t & 1) != 0;
    if (!ignored) (matched ? hits : misses) += 1;
    recall.push_back(hits / wanted);
    precision.push_back(hits / (hits + misses + std::numeric_limits<double>::epsilon()));
  }
  sums.recall[range][limit].Add(recall.empty() ? 0 : recall.back());
  if (limit + 1 != kLimits.size()) return;
  for (std::size_t i = precision.size(); i-- > 1;) precision[i - 1] = std::max(precision[i - 1], precision[i]);
  std::size_t at = 0;
  for (const double least : recalls) {
    while (at < recall.size() && recall[at] < least) ++at;
    sums.precision[range][t].Add(at < recall.size() ? precision[at] : 0);
  }
}

void AddClass(const ClassOutcomes& all, std::size_t range, const std::array<double, kRecalls>& recalls, Sums& sums) {
  if (all.wanted == 0) return;
  std::vector<std::uint32_t> order(all.score.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return all.score[a] > all.score[b]; });
  for (std::size_t limit = 0; limit < kLimits.size(); ++limit) {
    std::vector<std::uint32_t> kept;
    std::ranges::copy_if(order, std::back_inserter(kept), [&](std::uint32_t i) { return all.rank[i] < kLimits[limit]; });
    for (std::size_t t = 0; t < kThresholds; ++t) Accumulate(all, kept, t, range, limit, recalls, sums);
  }
}

// Categories and images by their ids, as the reference goes through them.
std::unordered_map<std::int64_t, std::uint32_t> Numbered(std::vector<std::int64_t> ids) {
  std::ranges::sort(ids);
  std::unordered_map<std::int64_t, std::uint32_t> numbers;
  for (const std::int64_t id : ids) numbers.emplace(id, static_cast<std::uint32_t>(numbers.size()));
  return numbers;
}

template <class Boxes>
auto Sorted(std::span<const Boxes> boxes, const std::unordered_map<std::int64_t, std::uint32_t>& images,
            const std::unordered_map<std::int64_t, std::uint32_t>& categories) {
  std::vector<Boxes> sorted;
  for (const Boxes& box : boxes) {
    const auto image = images.find(box.image);
    const auto category = categories.find(box.category);
    if (image == images.end() || category == categories.end()) continue;
    sorted.push_back(box);
    sorted.back().image = image->second;
    sorted.back().category = category->second;
  }
  return sorted;
}

Result<void> Check(std::span<const DetectedBox> detected, const std::unordered_map<std::int64_t, std::uint32_t>& images) {
  for (std::size_t i = 0; i < detected.size(); ++i) {
    const DetectedBox& one = detected[i];
    const std::string name = "detection " + std::to_string(i + 1);
    if (!images.contains(one.image)) {
      return Fail(ErrorCode::kBadReference, name + " is in image " + std::to_string(one.image) + ", which isn't listed");
    }
    if (!std::isfinite(one.score) || !std::isfinite(one.box.x) || !std::isfinite(one.box.y) ||
        !std::isfinite(one.box.width) || !std::isfinite(one.box.height)) {
      return Fail(ErrorCode::kNotFinite, name + " has a score or a box that isn't finite");
    }
  }
  return {};
}

double Mean(std::span<const MeanOf> means) {
  MeanOf all;
  for (const MeanOf& one : means) {
    all.sum += one.sum;
    all.count += one.count;
  }
  return all.Value();
}

// What both ways of scoring go through: the outcomes of each class, by size range, with the given ranges only.
template <class Take>
Result<void> EachClass(const DetectionTask& task, std::span<const DetectedBox> detected, std::size_t ranges,
                       const Take& take) {
  const auto images = Numbered(task.images);
  const auto categories = Numbered(task.categories);
  ASSAY_CHECK_OK(Check(detected, images));
  auto wanted = Sorted(std::span<const AnnotatedBox>(task.annotated), images, categories);
  auto given = Sorted(detected, images, categories);
  std::ranges::stable_sort(wanted, {}, [](const AnnotatedBox& box) { return std::tuple(box.category, box.image); });
  std::ranges::stable_sort(given, {}, [](const DetectedBox& box) { return std::tuple(box.category, box.image, -box.score); });

  const auto thresholds = Spaced<kThresholds>(0.5, 0.95);
  std::size_t a = 0;
  std::size_t d = 0;
  const auto count = static_cast<std::int64_t>(categories.size());
  for (std::int64_t category = 0; category < count; ++category) {
    std::array<ClassOutcomes, kRanges> all;
    while ((a < wanted.size() && wanted[a].category == category) || (d < given.size() && given[d].category == category)) {
      const bool has_wanted = a < wanted.size() && wanted[a].category == category;
      const bool has_given = d < given.size() && given[d].category == category;
      const std::int64_t image = !has_given                            ? wanted[a].image
                                 : !has_wanted                         ? given[d].image
                                                                       : std::min(wanted[a].image, given[d].image);
      const std::size_t first_wanted = a;
      const std::size_t first_given = d;
      while (a < wanted.size() && wanted[a].category == category && wanted[a].image == image) ++a;
      while (d < given.size() && given[d].category == category && given[d].image == image) ++d;
      const std::span<const AnnotatedBox> all_wanted(wanted);
      const std::span<const DetectedBox> all_given(given);
      Cell cell(all_wanted.subspan(first_wanted, a - first_wanted), all_given.subspan(first_given, d - first_given));
      for (std::size_t range = 0; range < ranges; ++range) {
        cell.AddTo(all[range], range, thresholds);
        all[range].image.push_back(static_cast<std::uint32_t>(image));
      }
    }
    take(std::span<const ClassOutcomes>(all).first(ranges));
  }
  return {};
}

// A class's detections in the order of scores, with how often the image of each was drawn looked up by `image`.
struct OrderedClass {
  std::vector<Outcome> outcome;
  std::vector<std::uint32_t> image;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> wanted;  // image, boxes that count
};

OrderedClass OrderedByScore(const ClassOutcomes& all) {
  OrderedClass ordered;
  std::vector<std::uint32_t> image_of;
  for (std::size_t cell = 0; cell < all.cells.size(); ++cell) {
    image_of.insert(image_of.end(), all.cells[cell].first, all.image[cell]);
    if (all.cells[cell].second > 0) ordered.wanted.emplace_back(all.image[cell], all.cells[cell].second);
  }
  std::vector<std::uint32_t> order(all.score.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return all.score[a] > all.score[b]; });
  for (const std::uint32_t i : order) {
    ordered.outcome.push_back(all.outcome[i]);
    ordered.image.push_back(image_of[i]);
  }
  return ordered;
}

// Mean precision of one class over thresholds and recalls; empty where the draw has no box to find.
std::optional<double> DrawnPrecision(const OrderedClass& one, std::span<const std::uint32_t> times,
                                     const std::array<double, kRecalls>& recalls) {
  double wanted = 0;
  for (const auto& [image, boxes] : one.wanted) wanted += static_cast<double>(times[image] * boxes);
  if (!(wanted > 0)) return std::nullopt;
  MeanOf mean;
  std::vector<double> recall, precision;
  for (std::size_t t = 0; t < kThresholds; ++t) {
    recall.clear(), precision.clear();
    double hits = 0;
    double misses = 0;
    for (std::size_t i = 0; i < one.outcome.size(); ++i) {
      const std::uint32_t drawn = times[one.image[i]];
      if (drawn == 0 || (one.outcome[i].ignored >> t & 1) != 0) continue;
      ((one.outcome[i].matched >> t & 1) != 0 ? hits : misses) += drawn;
      recall.push_back(hits / wanted);
      precision.push_back(hits / (hits + misses));
    }
    for (std::size_t i = precision.size(); i-- > 1;) precision[i - 1] = std::max(precision[i - 1], precision[i]);
    std::size_t at = 0;
    for (const double least : recalls) {
      while (at < recall.size() && recall[at] < least) ++at;
      mean.Add(at < recall.size() ? precision[at] : 0);
    }
  }
  return mean.Value();
}

}  // namespace

Result<DetectionScores> ScoreDetections(const DetectionTask& task, std::span<const DetectedBox> detected) {
  const auto recalls = Spaced<kRecalls>(0, 1);
  Sums sums;
  ASSAY_CHECK_OK(EachClass(task, detected, kRanges, [&](std::span<const ClassOutcomes> all) {
    for (std::size_t range = 0; range < kRanges; ++range) AddClass(all[range], range, recalls, sums);
  }));
  return DetectionScores{Mean(sums.precision[0]),          sums.precision[0][0].Value(), sums.precision[0][5].Value(),
                         Mean(sums.precision[1]),          Mean(sums.precision[2]),      Mean(sums.precision[3]),
                         sums.recall[0][0].Value(),        sums.recall[0][1].Value(),    sums.recall[0][2].Value(),
                         sums.recall[1][2].Value(),        sums.recall[2][2].Value(),    sums.recall[3][2].Value()};
}

Result<std::vector<double>> MeanPrecisionOfDraws(const DetectionTask& task, std::span<const DetectedBox> detected,
                                                 std::span<const std::vector<std::uint32_t>> draws) {
  const auto recalls = Spaced<kRecalls>(0, 1);
  // The draws count the task's images in its order, the classes number them by id.
  const auto numbers = Numbered(task.images);
  std::vector<std::vector<std::uint32_t>> by_number;
  for (const std::vector<std::uint32_t>& draw : draws) {
    if (draw.size() != task.images.size()) return Fail(ErrorCode::kContradiction, "expected a count for each image");
    std::vector<std::uint32_t>& times = by_number.emplace_back(numbers.size());
    for (std::size_t i = 0; i < draw.size(); ++i) times[numbers.at(task.images[i])] = draw[i];
  }
  std::vector<MeanOf> means(draws.size());
  ASSAY_CHECK_OK(EachClass(task, detected, 1, [&](std::span<const ClassOutcomes> all) {
    const OrderedClass ordered = OrderedByScore(all.front());
    for (std::size_t i = 0; i < by_number.size(); ++i) {
      if (const auto value = DrawnPrecision(ordered, by_number[i], recalls)) means[i].Add(*value);
    }
  }));
  std::vector<double> values;
  for (const MeanOf& mean : means) values.push_back(mean.Value());
  return values;
}

}  // namespace assay::metric
