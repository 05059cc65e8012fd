// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/base_rate.h"

namespace assay::metric {

double ShiftedShare(double share, double from, double to) {
  // Multiplied out, so that shares 0 and 1 stay what they are.
  const double positive = share * to * (1 - from);
  const double negative = (1 - share) * from * (1 - to);
  return positive / (positive + negative);
}

RankCurve AtBaseRate(RankCurve curve, double base_rate) {
  const double prevalence = curve.prevalence();
  const double positive = base_rate / prevalence;
  const double negative = (1 - base_rate) / (1 - prevalence);
  for (double& weight : curve.true_positives) weight *= positive;
  for (double& weight : curve.false_positives) weight *= negative;
  curve.positives *= positive;
  curve.negatives *= negative;
  curve.positive_squares = 0;
  curve.weighted = true;
  return curve;
}

}  // namespace assay::metric
