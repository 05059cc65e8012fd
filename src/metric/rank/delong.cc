// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/delong.h"

#include <cmath>

#include "metric/rank/logit_interval.h"

namespace assay::metric {

// A positive's placement is the share of negatives that it beats (ties one half), a negative's the share of positives
// that beat it. AUC is the mean of either; its variance is the sum of the two means' variances. All cases of a group
// have the same placement, so one pass over the groups is enough.
std::optional<double> RocAucVariance(const RankCurve& curve) {
  const double positives = curve.positives;
  const double negatives = curve.negatives;
  const auto auc = RocAuc(curve);
  if (!auc || curve.weighted || positives < 2 || negatives < 2) return std::nullopt;

  double over_positives = 0;  // sums of squared distances from the mean
  double over_negatives = 0;
  double true_before = 0;
  double false_before = 0;
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    const double here_positive = curve.true_positives[i] - true_before;
    const double here_negative = curve.false_positives[i] - false_before;
    const double beaten = (negatives - curve.false_positives[i] + here_negative / 2) / negatives;
    const double beating = (true_before + here_positive / 2) / positives;
    over_positives += here_positive * (beaten - *auc) * (beaten - *auc);
    over_negatives += here_negative * (beating - *auc) * (beating - *auc);
    true_before = curve.true_positives[i];
    false_before = curve.false_positives[i];
  }
  return over_positives / (positives - 1) / positives + over_negatives / (negatives - 1) / negatives;
}

std::optional<Interval> RocAucInterval(const RankCurve& curve, double level) {
  const auto auc = RocAuc(curve);
  const auto variance = RocAucVariance(curve);
  if (!auc || !variance || !(*variance > 0)) return std::nullopt;
  // The derivative of logit(x) is 1 / (x (1 - x)).
  auto interval = LogitInterval(*auc, std::sqrt(*variance) / (*auc * (1 - *auc)), level);
  if (interval) interval->method = "delong, logit (approximate)";
  return interval;
}

}  // namespace assay::metric
