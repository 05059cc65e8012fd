// SPDX-License-Identifier: Apache-2.0
//
// The score test of a difference d takes the two rates that are likeliest under p1 - p2 = d. They solve a cubic equation,
// whose one root in range Miettinen and Nurminen give in closed form by a cosine.
#include "stats/rate_difference.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stats/normal_distribution.h"
#include "stats/normal_quantile.h"
#include "stats/proportion.h"
#include "stats/wilson_interval.h"

namespace assay::stats {
namespace {

Result<void> Check(const TwoRates& rates, double level) {
  ASSAY_CHECK_OK(CheckProportion(rates.successes1, rates.trials1, level));
  return CheckProportion(rates.successes2, rates.trials2, level);
}

struct Rates {
  double k1, n1, k2, n2;
  double difference() const { return k1 / n1 - k2 / n2; }
};

Rates AsDoubles(const TwoRates& rates) {
  return {static_cast<double>(rates.successes1), static_cast<double>(rates.trials1),
          static_cast<double>(rates.successes2), static_cast<double>(rates.trials2)};
}

double NormalHalfWidth(const Rates& rates, double level) {
  const double p1 = rates.k1 / rates.n1;
  const double p2 = rates.k2 / rates.n2;
  return NormalQuantile((1 + level) / 2) * std::sqrt(p1 * (1 - p1) / rates.n1 + p2 * (1 - p2) / rates.n2);
}

// Rate 2 under the constraint.
double ConstrainedRate(const Rates& rates, double d, ScoreRule rule) {
  const bool exact = rule == ScoreRule::kMiettinenNurminen;
  const double all = rates.n1 + rates.n2;
  if (d == 0) return (rates.k1 + rates.k2) / all;
  const double square = (rates.n1 + 2 * rates.n2) * d - all - rates.k1 - rates.k2;
  const double linear = ((exact ? rates.n2 : rates.k2) * d - all - 2 * rates.k2) * d + rates.k1 + rates.k2;
  const double constant = rates.k2 * d * (1 - d);
  const double shift = square / (3 * all);
  const double q = shift * shift * shift - square * linear / (6 * all * all) + constant / (2 * all);
  const double p = std::copysign(std::sqrt(std::max(0.0, shift * shift - linear / (3 * all))), q);
  const double cosine = p == 0 ? 0 : std::clamp(q / (p * p * p), -1.0, 1.0);
  const double angle = (std::numbers::pi + std::acos(cosine)) / 3;
  const double rate = 2 * p * std::cos(angle) - shift;
  return exact ? std::clamp(rate, 0.0, 1.0) : rate;
}

double ScoreStatistic(const Rates& rates, double d, ScoreRule rule = ScoreRule::kMiettinenNurminen) {
  const double all = rates.n1 + rates.n2;
  const double p2 = ConstrainedRate(rates, d, rule);
  const double p1 = rule == ScoreRule::kMiettinenNurminen ? std::clamp(p2 + d, 0.0, 1.0) : p2 + d;
  const double variance = (p1 * (1 - p1) / rates.n1 + p2 * (1 - p2) / rates.n2) * all / (all - 1);
  const double gap = rates.difference() - d;
  return gap == 0 ? 0 : gap / std::sqrt(variance);
}

}  // namespace

Result<Interval> NewcombeInterval(const TwoRates& rates, double level) {
  ASSAY_TRY(first, WilsonInterval(rates.successes1, rates.trials1, level));
  ASSAY_TRY(second, WilsonInterval(rates.successes2, rates.trials2, level));
  const Rates r = AsDoubles(rates);
  const double p1 = r.k1 / r.n1;
  const double p2 = r.k2 / r.n2;
  return Interval{r.difference() - std::hypot(p1 - first.low, second.high - p2),
                  r.difference() + std::hypot(p2 - second.low, first.high - p1), level, "newcombe"};
}

Result<Interval> WaldDifferenceInterval(const TwoRates& rates, double level) {
  ASSAY_CHECK_OK(Check(rates, level));
  const Rates r = AsDoubles(rates);
  const double half = NormalHalfWidth(r, level);
  return Interval{r.difference() - half, r.difference() + half, level, "wald"};
}

Result<Interval> AgrestiCaffoInterval(const TwoRates& rates, double level) {
  ASSAY_CHECK_OK(Check(rates, level));
  Rates r = AsDoubles(rates);
  r = {r.k1 + 1, r.n1 + 2, r.k2 + 1, r.n2 + 2};
  const double half = NormalHalfWidth(r, level);
  return Interval{r.difference() - half, r.difference() + half, level, "agresti-caffo"};
}

// The statistic falls as d rises, so each end is found by halving.
Result<Interval> ScoreDifferenceInterval(const TwoRates& rates, double level) {
  ASSAY_CHECK_OK(Check(rates, level));
  const Rates r = AsDoubles(rates);
  const double z = NormalQuantile((1 + level) / 2);
  const auto end = [&](double inside, double outside, double limit) {
    for (int i = 0; i < 100; ++i) {
      const double middle = (inside + outside) / 2;
      (std::abs(ScoreStatistic(r, middle)) < limit ? inside : outside) = middle;
    }
    return inside;
  };
  return Interval{end(r.difference(), -1, z), end(r.difference(), 1, z), level, "miettinen-nurminen"};
}

Result<double> ScoreDifferenceTest(const TwoRates& rates, double difference, ScoreRule rule) {
  ASSAY_CHECK_OK(Check(rates, 0.95));
  if (!(difference > -1 && difference < 1)) return Fail(ErrorCode::kOutOfRange, "expected a difference inside -1 to 1");
  return NormalTwoSided(ScoreStatistic(AsDoubles(rates), difference, rule));
}

}  // namespace assay::stats
