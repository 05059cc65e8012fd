// SPDX-License-Identifier: Apache-2.0
#include "stats/proportion_interval.h"

#include <algorithm>
#include <cmath>

#include "stats/incomplete_beta.h"
#include "stats/normal_quantile.h"
#include "stats/proportion.h"

namespace assay::stats {
namespace {

Interval Around(double rate, double trials, double z, double level, const char* method) {
  const double half = z * std::sqrt(rate * (1 - rate) / trials);
  return {std::max(0.0, rate - half), std::min(1.0, rate + half), level, method};
}

}  // namespace

Result<Interval> JeffreysInterval(std::uint64_t successes, std::uint64_t trials, double level) {
  ASSAY_CHECK_OK(CheckProportion(successes, trials, level));
  const double a = static_cast<double>(successes) + 0.5;
  const double b = static_cast<double>(trials - successes) + 0.5;
  const double side = (1 - level) / 2;
  return Interval{InverseIncompleteBeta(side, a, b), InverseIncompleteBeta(1 - side, a, b), level, "jeffreys"};
}

Result<Interval> AgrestiCoullInterval(std::uint64_t successes, std::uint64_t trials, double level) {
  ASSAY_CHECK_OK(CheckProportion(successes, trials, level));
  const double z = NormalQuantile((1 + level) / 2);
  const double n = static_cast<double>(trials) + z * z;
  return Around((static_cast<double>(successes) + z * z / 2) / n, n, z, level, "agresti-coull");
}

Result<Interval> WaldInterval(std::uint64_t successes, std::uint64_t trials, double level) {
  ASSAY_CHECK_OK(CheckProportion(successes, trials, level));
  const auto n = static_cast<double>(trials);
  return Around(static_cast<double>(successes) / n, n, NormalQuantile((1 + level) / 2), level, "wald");
}

}  // namespace assay::stats
