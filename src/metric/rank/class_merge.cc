// SPDX-License-Identifier: Apache-2.0
//
// A distribution sort in two levels, as in score_sort.cc, that both classes go through together: a merge of two sorted
// lists asks at each step which class comes next, which no processor can guess when either does half of the time.
// The first level cuts all scores into parts that fit into the cache, in each part the negatives before the positives, so
// that a case's place says its label. The second turns a score of the part into an integer with the label as its last bit,
// and puts these in order: by a bucket of half a score on average, and an insertion sort that rarely has to move one. From
// there on a row of the curve is written for each case, over the one before where that wasn't the end of a group, so
// that labels steer no branch.
#include "metric/rank/class_merge.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace assay::metric {
namespace {

constexpr std::size_t kPartsAtMost = 1024;
constexpr std::size_t kPart = 1 << 13;     // cases of a part, when they spread evenly
constexpr std::size_t kFewCases = 64;      // that get no buckets
constexpr std::uint32_t kLumped = 24;      // cases in a bucket that insertion would take too long for
constexpr std::size_t kRowsHeld = 1 << 10;

// Magnitudes of 2^-512 to 2^511 take less than 62 bits when counted from the least.
constexpr double kLeast = 0x1p-512;
constexpr double kGreatest = 0x1p+511;
constexpr std::int64_t kBase = std::bit_cast<std::int64_t>(kLeast) - 1;

// Ascends with the score; its last bit is set for a negative. -0.0 is 0.0.
std::int64_t ItemOf(double score, std::int64_t negative) {
  const std::int64_t magnitude = std::bit_cast<std::int64_t>(std::fabs(score));
  const std::int64_t counted = magnitude == 0 ? 0 : magnitude - kBase;
  const std::int64_t sign = std::bit_cast<std::int64_t>(score) >> 63;  // 0 or -1
  return 2 * ((counted ^ sign) - sign) + negative;
}

double ScoreOfItem(std::int64_t item) {
  const std::int64_t number = item >> 1;
  const std::int64_t sign = number >> 63;
  const std::int64_t counted = (number ^ sign) - sign;
  const std::int64_t magnitude = counted == 0 ? 0 : counted + kBase;
  return std::bit_cast<double>(magnitude | (sign & std::numeric_limits<std::int64_t>::min()));
}

// floor(scale x (highest - score)), which can't disagree with the order: each step is monotone as the machine rounds it.
class Cut {
 public:
  Cut(double low, double high, std::size_t buckets) : high_(high) {
    const double range = high - low;
    const double scale = static_cast<double>(buckets - 1) / range;
    if (range > 0 && std::isfinite(range) && std::isfinite(scale)) scale_ = scale;
  }
  // Signed, because machines turn a double into a signed integer in one step.
  std::size_t Bucket(double score) const {
    return static_cast<std::size_t>(static_cast<std::int64_t>((high_ - score) * scale_));
  }

 private:
  double high_;
  double scale_ = 0;  // all in bucket 0
};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
};

// Four at a time: one after the other, each would wait for the one before.
Range RangeOf(std::span<const double> scores) {
  std::array<Range, 4> of;
  std::size_t i = 0;
  for (; i + 4 <= scores.size(); i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      of[lane].low = std::min(of[lane].low, scores[i + lane]);
      of[lane].high = std::max(of[lane].high, scores[i + lane]);
    }
  }
  Range all;
  for (; i < scores.size(); ++i) of[0] = {std::min(of[0].low, scores[i]), std::max(of[0].high, scores[i])};
  for (const Range& one : of) all = {std::min(all.low, one.low), std::max(all.high, one.high)};
  return all;
}

// Where each bucket begins, from how many it holds; counting on from there ends where the next begins.
void CountsToStarts(std::span<std::uint32_t> counts) {
  std::uint32_t start = 0;
  for (std::uint32_t& count : counts) start += std::exchange(count, start);
}

void InsertItems(std::span<std::int64_t> items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const std::int64_t moved = items[i];
    std::size_t at = i;
    for (; at > 0 && items[at - 1] < moved; --at) items[at] = items[at - 1];
    items[at] = moved;
  }
}

// The rows of a curve, from items in descending order that come in pieces; no group is in two of them.
class Rows {
 public:
  Rows(RankCurve& curve, Thresholds thresholds) : curve_(curve), joins_(thresholds == Thresholds::kAtPositives) {}

  void Add(std::span<const std::int64_t> items) {
    for (std::size_t from = 0; from < items.size(); from += kRowsHeld) {
      AddSome(items.subspan(from), std::min(kRowsHeld, items.size() - from));
    }
  }
  void Finish() {
    Hand(rows_);
    curve_.threshold.resize(curve_.true_positives.size());
  }

 private:
  // The row before is kept, since a group of negatives may take its place.
  void AddSome(std::span<const std::int64_t> items, std::size_t count) {
    std::size_t rows = rows_;
    std::size_t before = before_;  // 1: the row before stands for negatives alone, and another such group joins it
    std::int64_t positives = positives_;
    std::int64_t negatives = negatives_;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t item = items[i];
      const auto negative = static_cast<std::size_t>(item & 1);
      negatives += item & 1;
      positives += 1 - (item & 1);
      const bool ends = i + 1 == items.size() || (items[i + 1] >> 1) != (item >> 1);
      // A group's positives come after its negatives, so its last item says whether it has any.
      const std::size_t at = rows - (negative & before & static_cast<std::size_t>(ends));
      threshold_[at] = ScoreOfItem(item);
      true_positives_[at] = static_cast<double>(positives);
      false_positives_[at] = static_cast<double>(negatives);
      rows = ends ? at + 1 : rows;
      before = ends ? negative & static_cast<std::size_t>(joins_) : before;
    }
    positives_ = positives;
    negatives_ = negatives;
    before_ = before;
    rows_ = rows;
    if (rows > 1) Hand(rows - 1);
  }

  void Hand(std::size_t rows) {
    const auto hand = [&](auto& held, std::vector<double>& column) {
      column.insert(column.end(), held.begin(), held.begin() + static_cast<std::ptrdiff_t>(rows));
      if (rows < rows_) held[0] = held[rows];
    };
    std::copy_n(threshold_.begin(), rows, curve_.threshold.begin() + static_cast<std::ptrdiff_t>(curve_.true_positives.size()));
    if (rows < rows_) threshold_[0] = threshold_[rows];
    hand(true_positives_, curve_.true_positives);
    hand(false_positives_, curve_.false_positives);
    rows_ -= rows;
  }

  RankCurve& curve_;
  bool joins_;
  std::size_t rows_ = 0;
  std::size_t before_ = 0;
  std::int64_t positives_ = 0;
  std::int64_t negatives_ = 0;
  std::array<double, kRowsHeld + 2> threshold_, true_positives_, false_positives_;
};

// The cases of a part as items in descending order.
class Part {
 public:
  std::span<const std::int64_t> Sorted(std::span<const double> negative, std::span<const double> positive) {
    const std::size_t count = negative.size() + positive.size();
    if (items_.size() < count) items_.resize(count);
    const std::span<std::int64_t> items(items_.data(), count);
    if (count > kFewCases) {
      Scatter(negative, positive);
    } else {
      std::size_t at = 0;
      for (const double score : negative) items[at++] = ItemOf(score, 1);
      for (const double score : positive) items[at++] = ItemOf(score, 0);
    }
    InsertItems(items);
    return items;
  }

 private:
  void Scatter(std::span<const double> negative, std::span<const double> positive) {
    const std::size_t count = negative.size() + positive.size();
    const Range of_negative = RangeOf(negative);
    const Range of_positive = RangeOf(positive);
    const Cut cut(std::min(of_negative.low, of_positive.low), std::max(of_negative.high, of_positive.high), 2 * count);
    ends_.assign(2 * count, 0);
    for (const double score : negative) ++ends_[cut.Bucket(score)];
    for (const double score : positive) ++ends_[cut.Bucket(score)];
    const bool lumped = *std::ranges::max_element(ends_) > kLumped;
    CountsToStarts(ends_);
    for (const double score : negative) items_[ends_[cut.Bucket(score)]++] = ItemOf(score, 1);
    for (const double score : positive) items_[ends_[cut.Bucket(score)]++] = ItemOf(score, 0);
    if (!lumped) return;
    const std::span<std::int64_t> items(items_);
    std::uint32_t start = 0;
    for (const std::uint32_t end : ends_) {
      const auto bucket = items.subspan(start, end - start);
      if (bucket.size() > kLumped && !std::ranges::is_sorted(bucket, std::greater())) std::ranges::sort(bucket, std::greater());
      start = end;
    }
  }

  std::vector<std::int64_t> items_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace

bool FitClassMerge(std::span<const double> scores) {
  std::uint32_t other = 0;
  for (const double score : scores) {
    const double magnitude = std::fabs(score);
    other |= static_cast<std::uint32_t>(magnitude > kGreatest) |
             (static_cast<std::uint32_t>(magnitude < kLeast) & static_cast<std::uint32_t>(magnitude > 0));
  }
  return other == 0;
}

void MergeClasses(std::span<const double> score, std::span<const std::int32_t> label, Thresholds thresholds,
                  RankCurve& curve) {
  const std::size_t parts = std::clamp<std::size_t>(score.size() / kPart, 1, kPartsAtMost);
  const Range range = RangeOf(score);
  const Cut cut(range.low, range.high, parts);
  const auto place = [&](std::size_t row) {
    return 2 * cut.Bucket(score[row]) + static_cast<std::size_t>(label[row]);
  };
  std::vector<std::uint32_t> ends(2 * parts, 0);
  for (std::size_t row = 0; row < score.size(); ++row) ++ends[place(row)];
  CountsToStarts(ends);
  // A part's rows are never more than its cases, so the thresholds take the place of scores that have been dealt with.
  curve.threshold.resize(score.size());
  for (std::size_t row = 0; row < score.size(); ++row) curve.threshold[ends[place(row)]++] = score[row];

  Part part;
  Rows rows(curve, thresholds);
  const std::span<const double> all(curve.threshold);
  std::uint32_t start = 0;
  for (std::size_t one = 0; one < parts; ++one) {
    const std::uint32_t middle = ends[2 * one];
    const std::uint32_t end = ends[2 * one + 1];
    rows.Add(part.Sorted(all.subspan(start, middle - start), all.subspan(middle, end - middle)));
    start = end;
  }
  rows.Finish();
}

}  // namespace assay::metric
