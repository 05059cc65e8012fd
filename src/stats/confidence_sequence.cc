// SPDX-License-Identifier: Apache-2.0
//
// The likelihood ratio B(a + s, b + n - s) / B(a, b) / (p^s (1 - p)^(n - s)) has expectation 1 under p whatever n is, so
// by Ville's inequality it ever reaches 1 / alpha with probability at most alpha. Its logarithm is convex in p with the
// minimum at s / n, hence an interval whose ends are found by halving on either side.
#include "stats/confidence_sequence.h"

#include <cmath>

#include "stats/proportion.h"

namespace assay::stats {
namespace {

// log(B(a + s, b + f) / B(a, b)) as differences of log-gammas, which keep 1e-12 for counts up to millions.
// lgamma's sign, which it writes to a global, is always 1 here; the _r form writes nothing shared.
double LogGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double LogMixture(double successes, double failures, const MixtureWeights& weights) {
  return LogGamma(weights.a + successes) + LogGamma(weights.b + failures) -
         LogGamma(weights.a + weights.b + successes + failures) - LogGamma(weights.a) - LogGamma(weights.b) +
         LogGamma(weights.a + weights.b);
}

}  // namespace

Result<Interval> ConfidenceSequence(std::uint64_t successes, std::uint64_t trials, double level, MixtureWeights weights) {
  ASSAY_CHECK_OK(CheckShare("level", level));
  if (successes > trials) return Fail(ErrorCode::kOutOfRange, "expected no more successes than trials");
  if (!(weights.a > 0 && weights.b > 0) || std::isinf(weights.a) || std::isinf(weights.b)) {
    return Fail(ErrorCode::kOutOfRange, "expected finite mixture weights above 0");
  }
  Interval interval{0, 1, level, "confidence sequence"};
  if (trials == 0) return interval;
  const auto s = static_cast<double>(successes);
  const auto f = static_cast<double>(trials - successes);
  const double limit = -std::log1p(-level);  // log(1 / (1 - level)) = -log(alpha)
  const double mixture = LogMixture(s, f, weights);
  const auto believable = [&](double p) {
    const double log_p = s > 0 ? s * std::log(p) : 0;
    const double log_q = f > 0 ? f * std::log1p(-p) : 0;
    return mixture - log_p - log_q < limit;
  };
  const auto end = [&](double inside, double outside) {
    for (int i = 0; i < 80; ++i) {
      const double middle = (inside + outside) / 2;
      (believable(middle) ? inside : outside) = middle;
    }
    return inside;
  };
  const double rate = s / (s + f);
  if (successes > 0) interval.low = end(rate, 0);
  if (successes < trials) interval.high = end(rate, 1);
  return interval;
}

}  // namespace assay::stats
