// SPDX-License-Identifier: Apache-2.0
//
// Power: T = (Z + shift) / U with U the estimated over the true deviation. Given U the test rejects with a normal
// probability, so power is the mean of that over the distribution of U, taken by the midpoint rule; its density is
// normalised by the same sum, which spares the gamma function.
#include "stats/student_t.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/incomplete_beta.h"
#include "stats/normal_distribution.h"
#include "stats/proportion.h"

namespace assay::stats {
namespace {

constexpr int kSteps = 400;
constexpr std::size_t kMostValues = 1'000'000;

Result<void> CheckMeanTest(std::size_t n, double deviation, double level) {
  ASSAY_CHECK_OK(CheckShare("level", level));
  if (n < 2) return Fail(ErrorCode::kOutOfRange, "expected at least 2 values, for a spread");
  if (!(deviation > 0) || !std::isfinite(deviation)) return Fail(ErrorCode::kOutOfRange, "expected a spread above 0");
  return {};
}

double Power(double n, double mean, double deviation, double level) {
  const double freedom = n - 1;
  const double shift = std::abs(mean) / deviation * std::sqrt(n);
  const double critical = StudentQuantile(level, freedom);
  const double width = 12 / std::sqrt(2 * freedom);  // U is near 1, its deviation about 1 / sqrt(2 freedom)
  const double low = std::max(0.0, 1 - width), high = 1 + width;
  double sum = 0, weights = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double u = low + (high - low) * (i + 0.5) / kSteps;
    const double weight = std::exp((freedom - 1) * std::log(u) - freedom * (u * u - 1) / 2);
    weights += weight;
    sum += weight * (NormalAtMost(shift - critical * u) + NormalAtMost(-shift - critical * u));
  }
  return sum / weights;
}

}  // namespace

double StudentTwoSided(double t, double freedom) {
  if (std::isinf(t)) return 0;
  return IncompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

double StudentQuantile(double level, double freedom) {
  const double x = InverseIncompleteBeta(1 - level, freedom / 2, 0.5);
  if (!(x > 0)) return std::numeric_limits<double>::infinity();
  return std::sqrt(freedom * (1 - x) / x);
}

Result<double> MeanTestPower(std::size_t n, double mean, double deviation, double level) {
  ASSAY_CHECK_OK(CheckMeanTest(n, deviation, level));
  return Power(static_cast<double>(n), mean, deviation, level);
}

Result<std::size_t> ValuesForMean(double mean, double deviation, double level, double power) {
  ASSAY_CHECK_OK(CheckMeanTest(2, deviation, level));
  ASSAY_CHECK_OK(CheckShare("power", power));
  if (!(mean > 0)) return Fail(ErrorCode::kOutOfRange, "expected a difference above 0");
  std::size_t low = 1, high = 2;  // power rises with n
  while (Power(static_cast<double>(high), mean, deviation, level) < power) {
    low = high;
    high *= 2;
    if (high > kMostValues) return kMostValues + 1;
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (Power(static_cast<double>(middle), mean, deviation, level) < power ? low : high) = middle;
  }
  return high;
}

Result<double> DetectableMean(std::size_t n, double deviation, double level, double power) {
  ASSAY_CHECK_OK(CheckMeanTest(n, deviation, level));
  ASSAY_CHECK_OK(CheckShare("power", power));
  // A secant through the ends of the bracket; the end that stays twice gets half its weight (Illinois), or it would stay.
  const auto missing = [&](double mean) { return Power(static_cast<double>(n), mean, deviation, level) - power; };
  double low = 0, high = deviation, at_low = 1 - level - power, at_high = missing(high);
  while (at_high < 0) low = high, at_low = at_high, high *= 2, at_high = missing(high);
  for (int i = 0, side = 0; i < 40 && high - low > 1e-9 * high && at_low < 0; ++i) {
    const double middle = (low * at_high - high * at_low) / (at_high - at_low), at_middle = missing(middle);
    if (std::abs(at_middle) < 1e-9) return middle;
    if (at_middle > 0) {
      high = middle, at_high = at_middle;
      if (side == 1) at_low /= 2;
      side = 1;
    } else {
      low = middle, at_low = at_middle;
      if (side == -1) at_high /= 2;
      side = -1;
    }
  }
  return high;
}

}  // namespace assay::stats
