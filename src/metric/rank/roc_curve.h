// SPDX-License-Identifier: Apache-2.0
// The ROC curve as points, and the part of the area under it that few false alarms can reach.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "metric/rank/rank_curve.h"

namespace assay::metric {

struct RocPoint {
  double false_positive_rate = 0;
  double true_positive_rate = 0;
  double threshold = 0;  // +infinity in the first point, which flags nobody
};

enum class BetweenCorners : std::uint8_t {
  kKeep,  // a point per distinct score
  kDrop,  // without those on a straight line between their neighbours: the same curve, fewer points
};

// Points from (0, 0) to (1, 1), descending in threshold.
// Range    empty without a positive or without a negative, where one of the rates is 0 / 0.
// Threads  safe: pure.
// Source   scikit-learn 1.9.1 roc_curve, its drop_intermediate (by values).
std::vector<RocPoint> RocPoints(const RankCurve& curve, BetweenCorners between);

// Area under the ROC curve up to max_fpr, scaled so that scores without information have 1/2 and
// perfect ones 1; max_fpr 1 gives RocAuc. Range    0 < max_fpr <= 1. Empty without a positive or
// without a negative. Threads  safe: pure. Source   McClish, Med. Decis. Making 9 (1989) 190-195;
// scikit-learn 1.9.1 roc_auc_score(max_fpr) (by values).
std::optional<double> RocAucPartial(const RankCurve& curve, double max_fpr);

}  // namespace assay::metric
