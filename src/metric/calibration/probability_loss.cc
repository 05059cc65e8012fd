// SPDX-License-Identifier: Apache-2.0
#include "metric/calibration/probability_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::metric {
namespace {

// Weighted mean over cases; `loss` gets the probability that was given to the case's label.
template <class Loss>
double MeanLoss(const RankCurve& curve, Loss loss) {
  double sum = 0;
  double true_before = 0;
  double false_before = 0;
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    const double score = curve.threshold[i];
    sum += (curve.true_positives[i] - true_before) * loss(score) +
           (curve.false_positives[i] - false_before) * loss(1 - score);
    true_before = curve.true_positives[i];
    false_before = curve.false_positives[i];
  }
  return sum / (curve.positives + curve.negatives);
}

}  // namespace

std::optional<std::string> NotProbabilities(const RankCurve& curve) {
  // Thresholds descend.
  if (curve.threshold.empty() || (curve.threshold.front() <= 1 && curve.threshold.back() >= 0))
    return std::nullopt;
  return "scores outside 0 to 1 aren't probabilities";
}

double BrierScore(const RankCurve& curve) {
  return MeanLoss(curve, [](double given) { return (1 - given) * (1 - given); });
}

double CaseLogLoss(double given) {
  static constexpr double kDistance = std::numeric_limits<double>::epsilon();
  return -std::log(std::clamp(given, kDistance, 1 - kDistance));
}

double LogLoss(const RankCurve& curve) { return MeanLoss(curve, CaseLogLoss); }

std::optional<double> NormalisedEntropy(double log_loss, double prevalence) {
  if (!(prevalence > 0) || !(prevalence < 1)) return std::nullopt;
  return log_loss / -(prevalence * std::log(prevalence) + (1 - prevalence) * std::log1p(-prevalence));
}

std::optional<double> NormalisedEntropy(const RankCurve& curve) {
  if (!(curve.positives > 0) || !(curve.negatives > 0)) return std::nullopt;
  return NormalisedEntropy(LogLoss(curve), curve.prevalence());
}

}  // namespace assay::metric
