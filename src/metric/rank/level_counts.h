// SPDX-License-Identifier: Apache-2.0
// Cases counted at and between the scores of a fixed set of positives: all that a rank metric, its bootstrap or a threshold
// needs, and counts of parts that were scored apart add up to those of the whole, in any order.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/rank/rank_curve.h"

namespace assay::metric {

struct LevelCounts {
  struct Gap {
    double lowest = std::numeric_limits<double>::infinity();  // score of a negative above the gap's level
    std::uint32_t above = 0, level = 0;  // negatives above the gap's level and below the one before; negatives at it
  };
  std::vector<double> levels;            // distinct scores of all positives, descending
  std::vector<std::uint32_t> positives;  // at each level
  std::vector<Gap> gaps;                 // one more than levels: the last holds what is below all of them
  std::uint64_t cases = 0;
};

// Nothing counted yet. Two sets of the same positives give the same levels, in whatever order they come.
// Shape    scores in any order, ties allowed; not modified.
// Errors   kNotFinite.
// Threads  safe: pure.
Result<LevelCounts> LevelsAt(std::span<const double> positive_scores);

// Counts some of the cases, which may be all positives, none, or any of either class.
// Shape    label and score of equal length, every weight 1.
// Errors   kContradiction for a positive that is at no level, and for unequal lengths or weights; kNotFinite for a score,
//          kOutOfRange for a label other than 0 and 1 and where all cases so far would be 2^32 or more. Nothing is counted
//          then.
// Threads  of one `counts` one at a time.
Result<void> CountCases(const QualityColumns& cases, LevelCounts& counts);

// The same of cases for which none of these can happen.
void CountCheckedCases(const QualityColumns& cases, LevelCounts& counts);

// Adds what was counted of other cases at the same levels.
// Errors   kContradiction for other levels; kOutOfRange for 2^32 cases or more.
Result<void> AddCounts(const LevelCounts& other, LevelCounts& counts);

// The curve of all cases counted: to the last bit that of BuildRankCurve with Thresholds::kAtPositives on all of them at
// once, when every level's positives have been counted.
// Threads  safe: pure.
RankCurve CurveOfCounts(const LevelCounts& counts);

}  // namespace assay::metric
