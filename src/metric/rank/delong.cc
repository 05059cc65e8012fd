// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/delong.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "metric/rank/logit_interval.h"
#include "stats/normal_distribution.h"

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

namespace {

// Each case's placement: the share of the other class that it is on the right side of, ties one half.
std::vector<double> Placements(const RankCurve& curve, std::span<const std::int32_t> label, std::span<const double> score) {
  std::vector<double> placements;
  placements.reserve(label.size());
  for (std::size_t row = 0; row < label.size(); ++row) {
    const auto group = std::ranges::lower_bound(curve.threshold, score[row], std::greater<>());
    const auto at = static_cast<std::size_t>(group - curve.threshold.begin());
    const double true_before = at == 0 ? 0 : curve.true_positives[at - 1];
    const double false_before = at == 0 ? 0 : curve.false_positives[at - 1];
    const bool positive = label[row] == 1;
    placements.push_back(
        positive ? (curve.negatives - (curve.false_positives[at] + false_before) / 2) / curve.negatives
                 : (curve.true_positives[at] + true_before) / 2 / curve.positives);
  }
  return placements;
}

}  // namespace

// The covariance of two AUCs is that of their placements, within the positives and within the negatives.
Result<RocAucComparison> CompareRocAuc(std::span<const std::int32_t> label, std::span<const double> first,
                                       std::span<const double> second) {
  ASSAY_TRY(curve1, BuildRankCurve({.label = label, .score = first}));
  ASSAY_TRY(curve2, BuildRankCurve({.label = label, .score = second}));
  if (curve1.positives < 2 || curve1.negatives < 2) {
    return Fail(ErrorCode::kOneClass, "expected at least two cases of either class");
  }
  RocAucComparison result;
  result.auc = {*RocAuc(curve1), *RocAuc(curve2)};
  const std::vector<double> placements[2] = {Placements(curve1, label, first), Placements(curve2, label, second)};
  const double size[2] = {curve1.negatives, curve1.positives};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      double products[2] = {0, 0};
      for (std::size_t row = 0; row < label.size(); ++row) {
        products[label[row] == 1 ? 1 : 0] += (placements[i][row] - result.auc[i]) * (placements[j][row] - result.auc[j]);
      }
      result.covariance[i][j] = products[0] / (size[0] - 1) / size[0] + products[1] / (size[1] - 1) / size[1];
    }
  }
  const auto& c = result.covariance;
  const double variance = c[0][0] + c[1][1] - 2 * c[0][1];
  const double difference = result.auc[0] - result.auc[1];
  if (difference != 0 && variance > 0) {
    result.z = difference / std::sqrt(variance);
    result.p = stats::NormalTwoSided(result.z);
  }
  return result;
}

}  // namespace assay::metric
