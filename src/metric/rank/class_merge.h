// SPDX-License-Identifier: Apache-2.0
// Both classes in one descending order of scores, with what has been counted of either at each step: a rank curve where
// every case counts 1, without ever holding a case's label beside its score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "metric/rank/rank_curve.h"

namespace assay::metric {

// Whether MergeClasses can tell all scores apart. Its integers have no room for a double's whole range and a label.
// Range    finite.
// Threads  safe: pure.
bool FitClassMerge(std::span<const double> scores);

// Appends a curve's rows. Any distribution of scores is merged right; those that aren't lumped at a few places by a factor
// of thousands, in linear time.
// Shape    score and label of equal length in any order; curve without rows.
// Range    FitClassMerge; fewer than 2^32 cases; label 0 or 1.
// Threads  safe: pure. No memory for all scores beside the rows.
void MergeClasses(std::span<const double> score, std::span<const std::int32_t> label, Thresholds thresholds,
                  RankCurve& curve);

}  // namespace assay::metric
