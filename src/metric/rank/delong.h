// SPDX-License-Identifier: Apache-2.0
// How far ROC-AUC would move with other cases from the same source: DeLong's variance from placements.
#pragma once

#include <optional>

#include "assay/metric.h"
#include "metric/rank/rank_curve.h"

namespace assay::metric {

// Variance of RocAuc(curve) over samples of this many positives and negatives.
// Range    empty with fewer than two cases of either class, or when cases are weighted.
// Threads  safe: pure.
// Source   DeLong, DeLong, Clarke-Pearson, Biometrics 44 (1988) 837-845; placements by groups of equal scores as in
//          Sun, Xu, IEEE Signal Process. Lett. 21 (2014) 1389-1393.
std::optional<double> RocAucVariance(const RankCurve& curve);

// Interval of ROC-AUC, normal on the logit scale so that it stays inside (0, 1). Approximate.
// Range    0 < level < 1. Empty where the variance is, and at an AUC of 0 or 1, where the variance says nothing.
std::optional<Interval> RocAucInterval(const RankCurve& curve, double level);

}  // namespace assay::metric
