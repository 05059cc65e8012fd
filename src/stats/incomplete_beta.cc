// SPDX-License-Identifier: Apache-2.0
//
// The prefactor x^a (1-x)^b / B(a, b) decides the accuracy: for a in the thousands, differences of
// log-gammas lose digits. Writing it as a binomial probability in saddle-point form (Loader, "Fast
// and accurate computation of binomial probabilities", 2000) keeps every term small: Stirling's
// error of a, b and a + b, and two deviances that vanish at the mean.
#include "stats/incomplete_beta.h"

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

namespace assay::stats {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

// log(z!) minus Stirling's approximation of it. Below 16, the recurrence between neighbours leads
// up to where the asymptotic series is exact in double.
double StirlingError(double z) {
  double below = 0;
  for (; z < 16; ++z) below += (z + 0.5) * std::log1p(1 / z) - 1;
  const double inverse_square = 1 / (z * z);
  double series = 1.0 / 1188;  // coefficients B_2k / (2k (2k - 1))
  series = 1.0 / 1680 - series * inverse_square;
  series = 1.0 / 1260 - series * inverse_square;
  series = 1.0 / 360 - series * inverse_square;
  series = 1.0 / 12 - series * inverse_square;
  return below + series / z;
}

// x log(x / mean) + mean - x >= 0, without cancellation near the mean.
double Deviance(double x, double mean) {
  const double gap = x - mean;
  if (std::abs(gap) >= 0.1 * (x + mean)) return x * std::log(x / mean) + mean - x;
  // With v = gap / (x + mean), log(x / mean) = 2 (v + v^3/3 + v^5/5 + …).
  const double v = gap / (x + mean);
  const double v2 = v * v;
  double sum = gap * v;
  double power = 2 * x * v;
  for (int odd = 3;; odd += 2) {
    power *= v2;
    const double next = sum + power / odd;
    if (next == sum) return sum;
    sum = next;
  }
}

// Density of the binomial with real counts a and b: Gamma(a+b+1) / (Gamma(a+1) Gamma(b+1)) x^a y^b,
// y = 1 - x.
double BinomialTerm(double a, double b, double x, double y) {
  const double n = a + b;
  const double exponent = StirlingError(n) - StirlingError(a) - StirlingError(b) -
                          Deviance(a, n * x) - Deviance(b, n * y);
  return std::exp(exponent) * std::sqrt(n / (2 * std::numbers::pi * a * b));
}

// The continued fraction of I_x(a, b), good for x below the mean; some sqrt(max(a, b)) steps.
double ContinuedFraction(double x, double a, double b) {
  constexpr double kTiny = 1e-300;
  constexpr int kMostSteps = 2'000'000;
  const auto nonzero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double numerator_ratio = 1;
  double denominator_ratio = 1 / nonzero(1 - (a + b) * x / (a + 1));
  double fraction = denominator_ratio;
  for (int m = 1; m <= kMostSteps; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    denominator_ratio = 1 / nonzero(1 + even * denominator_ratio);
    numerator_ratio = nonzero(1 + even / numerator_ratio);
    fraction *= denominator_ratio * numerator_ratio;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    denominator_ratio = 1 / nonzero(1 + odd * denominator_ratio);
    numerator_ratio = nonzero(1 + odd / numerator_ratio);
    const double step = denominator_ratio * numerator_ratio;
    fraction *= step;
    if (std::abs(step - 1) < 2e-16) return fraction;
  }
  return fraction;
}

// I_x(a, b) where x is on the side on which the fraction converges. x^a y^b / (a B(a, b)) = term *
// b / (a + b).
double LowerPart(double x, double y, double a, double b) {
  return BinomialTerm(a, b, x, y) * (b / (a + b)) * ContinuedFraction(x, a, b);
}

// With y = 1 - x handed in, so that a tiny one keeps its digits.
double Regularised(double x, double y, double a, double b) {
  if (!(a > 0 && b > 0 && x >= 0 && y >= 0) || std::isinf(a) || std::isinf(b)) return kNotANumber;
  if (x == 0) return 0;
  if (y == 0) return 1;
  return x < (a + 1) / (a + b + 2) ? LowerPart(x, y, a, b) : 1 - LowerPart(y, x, b, a);
}

}  // namespace

double IncompleteBeta(double x, double a, double b) { return Regularised(x, 1 - x, a, b); }

// Positive doubles are ordered as their bit patterns, so halving the patterns finds x to the last
// bit in 62 steps, however close to 0 it lies.
double InverseIncompleteBeta(double probability, double a, double b) {
  if (!(a > 0 && b > 0 && probability >= 0 && probability <= 1) || std::isinf(a) || std::isinf(b))
    return kNotANumber;
  if (probability == 0) return 0;
  if (probability == 1) return 1;
  std::uint64_t low = 0;
  std::uint64_t high = std::bit_cast<std::uint64_t>(1.0);
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (IncompleteBeta(std::bit_cast<double>(middle), a, b) < probability ? low : high) = middle;
  }
  return std::bit_cast<double>(high);
}

double BinomialAtMost(std::uint64_t k, std::uint64_t n, double rate) {
  if (k > n || !(rate >= 0 && rate <= 1)) return kNotANumber;
  if (k == n) return 1;
  return Regularised(1 - rate, rate, static_cast<double>(n - k), static_cast<double>(k) + 1);
}

double BinomialAtLeast(std::uint64_t k, std::uint64_t n, double rate) {
  if (k > n || !(rate >= 0 && rate <= 1)) return kNotANumber;
  if (k == 0) return 1;
  return Regularised(rate, 1 - rate, static_cast<double>(k), static_cast<double>(n - k) + 1);
}

double BinomialExactly(std::uint64_t k, std::uint64_t n, double rate) {
  if (k > n || !(rate >= 0 && rate <= 1)) return kNotANumber;
  if (rate == 0) return k == 0 ? 1 : 0;
  if (rate == 1) return k == n ? 1 : 0;
  if (k == 0) return std::exp(static_cast<double>(n) * std::log1p(-rate));
  if (k == n) return std::exp(static_cast<double>(n) * std::log(rate));
  return BinomialTerm(static_cast<double>(k), static_cast<double>(n - k), rate, 1 - rate);
}

}  // namespace assay::stats
