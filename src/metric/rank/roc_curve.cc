// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/roc_curve.h"

#include <limits>

namespace assay::metric {

std::vector<RocPoint> RocPoints(const RankCurve& curve, BetweenCorners between) {
  std::vector<RocPoint> points;
  if (!(curve.positives > 0) || !(curve.negatives > 0)) return points;
  points.push_back({0, 0, std::numeric_limits<double>::infinity()});
  const auto step = [](const std::vector<double>& sums, std::size_t i) {
    return sums[i] - sums[i - 1];
  };
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    // On a line: this step repeats the last one in both directions. The first and last group always
    // stay.
    const bool straight = i > 0 && i + 1 < curve.groups() &&
                          step(curve.false_positives, i) == step(curve.false_positives, i + 1) &&
                          step(curve.true_positives, i) == step(curve.true_positives, i + 1);
    if (straight && between == BetweenCorners::kDrop) continue;
    points.push_back({curve.false_positives[i] / curve.negatives,
                      curve.true_positives[i] / curve.positives, curve.threshold[i]});
  }
  return points;
}

// Trapezoids up to max_fpr, the last one cut there. The diagonal has the area max_fpr^2 / 2 below
// it, a perfect curve max_fpr: between these two the area is stretched to 1/2…1.
std::optional<double> RocAucPartial(const RankCurve& curve, double max_fpr) {
  const std::vector<RocPoint> points = RocPoints(curve, BetweenCorners::kKeep);
  if (points.empty()) return std::nullopt;
  if (max_fpr >= 1) return RocAuc(curve);
  double area = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const RocPoint& from = points[i - 1];
    const RocPoint& to = points[i];
    const double width = to.false_positive_rate - from.false_positive_rate;
    if (to.false_positive_rate > max_fpr) {
      const double cut = max_fpr - from.false_positive_rate;
      const double height =
          from.true_positive_rate + (to.true_positive_rate - from.true_positive_rate) * cut / width;
      area += cut * (from.true_positive_rate + height) / 2;
      break;
    }
    area += width * (from.true_positive_rate + to.true_positive_rate) / 2;
  }
  const double diagonal = max_fpr * max_fpr / 2;
  return (1 + (area - diagonal) / (max_fpr - diagonal)) / 2;
}

}  // namespace assay::metric
