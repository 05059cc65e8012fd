// SPDX-License-Identifier: Apache-2.0
// What the errors of each system of a run cost over the ratio of their prices, for the report.
#pragma once

#include <vector>

#include "assay/result.h"
#include "report/model.h"
#include "run/evaluation.h"

namespace assay::run {

// One for each system with decisions on two classes, where the spec prices a miss and a false alarm; at its operating point
// where it has one. Prices by row stand with their average: over positives for a miss, over negatives for a false alarm,
// over all cases for a review.
// Errors   of the scores, as metric/rank/rank_curve.h.
Result<std::vector<report::CostCurve>> CostCurvesOf(const Evaluation& evaluation);

}  // namespace assay::run
