// SPDX-License-Identifier: Apache-2.0
// How far ROC-AUC would move with other cases from the same source: DeLong's variance from placements.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "assay/metric.h"
#include "assay/result.h"
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

// Two systems' ROC-AUC on the same cases.
struct RocAucComparison {
  std::array<double, 2> auc{};
  std::array<std::array<double, 2>, 2> covariance{};
  double z = 0;  // difference over its standard error; 0 where neither is
  double p = 1;  // two-sided
};

// Shape    a label and a score of each system per case.
// Range    at least two cases of either class; scores finite.
// Errors   kContradiction for lengths; kOneClass; as BuildRankCurve for scores and labels.
// Threads  safe: pure. Time n log n.
// Source   as RocAucVariance.
Result<RocAucComparison> CompareRocAuc(std::span<const std::int32_t> label, std::span<const double> first,
                                       std::span<const double> second);

}  // namespace assay::metric
