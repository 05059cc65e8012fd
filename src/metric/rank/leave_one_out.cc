// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/leave_one_out.h"

namespace assay::metric {
namespace {

double Step(const std::vector<double>& sums, std::size_t i) { return sums[i] - (i == 0 ? 0 : sums[i - 1]); }

// The part of a group in P x average precision.
double StepPart(double steps, double true_positives, double false_positives) {
  return steps > 0 ? steps * true_positives / (true_positives + false_positives) : 0;
}

}  // namespace

// Without a negative, each group from its own on has one false positive less; without a positive, one true positive less,
// and its own group one step less.
std::vector<stats::LeftOut> AveragePrecisionLeavingOut(const RankCurve& curve) {
  if (curve.positives < 2) return {};
  const std::size_t groups = curve.groups();
  std::vector<double> without_negative(groups + 1, 0), without_positive(groups + 1, 0);  // from group i on
  for (std::size_t i = groups; i-- > 0;) {
    const double steps = Step(curve.true_positives, i);
    const double p = curve.true_positives[i];
    const double n = curve.false_positives[i];
    without_negative[i] = without_negative[i + 1] + StepPart(steps, p, n - 1);
    without_positive[i] = without_positive[i + 1] + StepPart(steps, p - 1, n);
  }
  std::vector<stats::LeftOut> all;
  double above = 0;
  for (std::size_t i = 0; i < groups; ++i) {
    const double steps = Step(curve.true_positives, i);
    const double p = curve.true_positives[i];
    const double n = curve.false_positives[i];
    const double negatives = Step(curve.false_positives, i);
    if (negatives > 0) all.push_back({(above + without_negative[i]) / curve.positives, negatives});
    if (steps > 0) {
      const double own = StepPart(steps - 1, p - 1, n);
      all.push_back({(above + own + without_positive[i + 1]) / (curve.positives - 1), steps});
    }
    above += StepPart(steps, p, n);
  }
  return all;
}

// The area counts pairs: a case takes those with it that it is in.
std::vector<stats::LeftOut> RocAucLeavingOut(const RankCurve& curve) {
  if (curve.positives < 2 || curve.negatives < 2) return {};
  const double pairs = RocAuc(curve).value_or(0) * curve.positives * curve.negatives;
  std::vector<stats::LeftOut> all;
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    const double steps = Step(curve.true_positives, i);
    const double negatives = Step(curve.false_positives, i);
    if (negatives > 0) {
      all.push_back({(pairs - (curve.true_positives[i] - steps / 2)) / curve.positives / (curve.negatives - 1), negatives});
    }
    if (steps > 0) {
      const double below = curve.negatives - curve.false_positives[i] + negatives / 2;
      all.push_back({(pairs - below) / (curve.positives - 1) / curve.negatives, steps});
    }
  }
  return all;
}

}  // namespace assay::metric
