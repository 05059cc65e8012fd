// SPDX-License-Identifier: Apache-2.0
// Where a score falls among some sorted levels, in a step or two: a table of equal cells says where to begin.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::metric {

// Like score_sort.cc it rests on floor(scale x (highest - score)) being monotone as the machine rounds it: levels in
// earlier cells are above the score, levels in later ones below.
class LevelIndex {
 public:
  // Shape    descending, without duplicates, finite; must outlive the index. Fewer than 2^32.
  explicit LevelIndex(std::span<const double> levels) : levels_(levels) {
    const double range = levels.empty() ? 0 : levels.front() - levels.back();
    const std::size_t cells = std::bit_ceil(kCellsPerLevel * levels.size() + 1);
    scale_ = static_cast<double>(cells - 1) / range;
    if (!(range > 0) || !std::isfinite(range) || !std::isfinite(scale_)) {
      scale_ = 0;
      return;
    }
    first_.assign(cells + 1, 0);
    for (const double level : levels) ++first_[Cell(level) + 1];
    for (std::size_t cell = 1; cell <= cells; ++cell) first_[cell] += first_[cell - 1];
  }

  // The number of levels above the score, which is the place of the first that isn't.
  // Range    finite.
  // Threads  safe: pure.
  std::size_t FirstAtMost(double score) const {
    if (levels_.empty() || score >= levels_.front()) return 0;
    if (score < levels_.back()) return levels_.size();
    std::size_t at = 0;
    std::size_t end = levels_.size();
    if (scale_ > 0) {
      const std::size_t cell = Cell(score);
      at = first_[cell];
      end = first_[cell + 1];
    }
    if (end - at > kSteps) {  // levels lie in lumps
      const auto from = levels_.subspan(at, end - at);
      return at + static_cast<std::size_t>(
                      std::ranges::partition_point(from, [&](double level) { return level > score; }) - from.begin());
    }
    while (at < end && levels_[at] > score) ++at;
    return at;
  }

 private:
  static constexpr std::size_t kCellsPerLevel = 4;
  static constexpr std::size_t kSteps = 8;

  std::size_t Cell(double score) const {
    return static_cast<std::size_t>(static_cast<std::int64_t>((levels_.front() - score) * scale_));
  }

  std::span<const double> levels_;
  std::vector<std::uint32_t> first_;  // levels before each cell
  double scale_ = 0;                  // 0: no cells
};

}  // namespace assay::metric
