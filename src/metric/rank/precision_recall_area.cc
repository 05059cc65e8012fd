// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/precision_recall_area.h"

#include <cmath>

namespace assay::metric {

std::optional<double> TrapezoidArea(const RankCurve& curve) {
  if (!(curve.positives > 0)) return std::nullopt;
  double area = 0;
  RecallPoint before{.recall = 0, .precision = 1};
  for (const RecallPoint& point : PrecisionRecallPoints(curve)) {
    area += (point.recall - before.recall) * (point.precision + before.precision) / 2;
    before = point;
  }
  return area;
}

// With x true positives there are b + (a - 1) x false ones, so that precision is x / (a x + b); its
// integral over the step is step / a - b / a^2 x ln(flagged after / flagged before).
std::optional<double> DavisGoadrichArea(const RankCurve& curve) {
  if (!(curve.positives > 0)) return std::nullopt;
  double area = 0;
  double true_before = 0;
  double false_before = 0;
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    const double step = curve.true_positives[i] - true_before;
    if (step > 0) {
      const double rise = (curve.false_positives[i] - false_before) / step;
      const double a = 1 + rise;
      const double b = false_before - rise * true_before;
      area += step / a;
      const double flagged = true_before + false_before;  // 0 only at the start, where b is 0 too
      if (flagged > 0) {
        area -=
            b / (a * a) * std::log((curve.true_positives[i] + curve.false_positives[i]) / flagged);
      }
    }
    true_before = curve.true_positives[i];
    false_before = curve.false_positives[i];
  }
  return area / curve.positives;
}

}  // namespace assay::metric
