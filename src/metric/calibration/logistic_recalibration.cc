// SPDX-License-Identifier: Apache-2.0
#include "metric/calibration/logistic_recalibration.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace assay::metric {
namespace {

constexpr double kLeast = 0x1p-52;
constexpr int kMostSteps = 100, kMostHalvings = 40;
constexpr double kConverged = 1e-12;
// Slopes that grow without end belong to labels that a threshold parts: at the data's own spread this is such a slope.
constexpr double kEndless = 1e6;

struct Group {
  double logit, positives, cases;
};

struct Sums {
  double likelihood = 0;
  double slope = 0, intercept = 0;               // first derivatives
  double slope2 = 0, cross = 0, intercept2 = 0;  // information
};

// ln(1 + e^x) without overflow.
double Softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

Sums SumsAt(const std::vector<Group>& groups, double slope, double intercept) {
  Sums sums;
  for (const Group& group : groups) {
    const double x = slope * group.logit + intercept;
    const double share = 1 / (1 + std::exp(-x));
    sums.likelihood -= group.positives * Softplus(-x) + (group.cases - group.positives) * Softplus(x);
    const double rest = group.positives - group.cases * share, weight = group.cases * share * (1 - share);
    sums.slope += rest * group.logit, sums.intercept += rest;
    sums.slope2 += weight * group.logit * group.logit, sums.cross += weight * group.logit, sums.intercept2 += weight;
  }
  return sums;
}

}  // namespace

std::optional<LogisticFit> FitLogistic(const RankCurve& curve) {
  if (!(curve.positives > 0) || !(curve.negatives > 0) || curve.groups() < 2) return std::nullopt;
  LogisticFit fit;
  std::vector<Group> groups;
  double positives = 0, flagged = 0;
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    const double cases = curve.true_positives[i] + curve.false_positives[i] - flagged;
    const double score = std::clamp(curve.threshold[i], kLeast, 1 - kLeast);
    if (score != curve.threshold[i]) fit.certain += cases;
    groups.push_back({std::log(score) - std::log1p(-score), curve.true_positives[i] - positives, cases});
    positives = curve.true_positives[i], flagged += cases;
  }
  // The slope's information is of the logits' spread alone: in units of it, "endless" is the same for all data.
  double slope = 1, intercept = 0;
  Sums sums = SumsAt(groups, slope, intercept);
  for (int step = 0; step < kMostSteps; ++step) {
    const double determinant = sums.slope2 * sums.intercept2 - sums.cross * sums.cross;
    if (!(determinant > 0)) return std::nullopt;
    double by_slope = (sums.intercept2 * sums.slope - sums.cross * sums.intercept) / determinant;
    double by_intercept = (sums.slope2 * sums.intercept - sums.cross * sums.slope) / determinant;
    Sums next = SumsAt(groups, slope + by_slope, intercept + by_intercept);
    for (int half = 0; half < kMostHalvings && !(next.likelihood >= sums.likelihood); ++half) {
      by_slope /= 2, by_intercept /= 2;
      next = SumsAt(groups, slope + by_slope, intercept + by_intercept);
    }
    slope += by_slope, intercept += by_intercept;
    sums = next;
    if (std::abs(slope) > kEndless || std::abs(intercept) > kEndless) return std::nullopt;
    if (std::abs(by_slope) <= kConverged * std::max(1.0, std::abs(slope)) &&
        std::abs(by_intercept) <= kConverged * std::max(1.0, std::abs(intercept))) {
      const double information = sums.slope2 * sums.intercept2 - sums.cross * sums.cross;
      // Parted labels leave almost no information where the steps get small.
      if (!(information > 1e-9 * sums.slope2 * sums.intercept2) || sums.intercept2 < 1e-6) return std::nullopt;
      fit.slope = slope, fit.intercept = intercept;
      fit.slope_error = std::sqrt(sums.intercept2 / information);
      fit.intercept_error = std::sqrt(sums.slope2 / information);
      return fit;
    }
  }
  return std::nullopt;
}

}  // namespace assay::metric
