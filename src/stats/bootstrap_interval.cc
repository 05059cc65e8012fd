// SPDX-License-Identifier: Apache-2.0
#include "stats/bootstrap_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/distribution_distance.h"
#include "stats/normal_distribution.h"
#include "stats/normal_quantile.h"
#include "stats/proportion.h"

namespace assay::stats {
namespace {

Result<void> Check(std::span<const double> replicates, double level) {
  ASSAY_CHECK_OK(CheckShare("level", level));
  if (replicates.size() < 2) return Fail(ErrorCode::kEmpty, "expected at least 2 replicates");
  return {};
}

}  // namespace

Result<Interval> PercentileBootstrap(std::span<const double> replicates, double level) {
  ASSAY_CHECK_OK(Check(replicates, level));
  return Interval{InterpolatedQuantile(replicates, (1 - level) / 2), InterpolatedQuantile(replicates, (1 + level) / 2), level,
                  "bootstrap, percentile"};
}

Result<Interval> BasicBootstrap(std::span<const double> replicates, double estimate, double level) {
  ASSAY_TRY(plain, PercentileBootstrap(replicates, level));
  return Interval{2 * estimate - plain.high, 2 * estimate - plain.low, level, "bootstrap, basic"};
}

Result<std::optional<BcaInterval>> BcaBootstrap(std::span<const double> replicates, double estimate,
                                                std::span<const double> jackknife, double level) {
  std::vector<LeftOut> each;
  for (const double value : jackknife) each.push_back({value, 1});
  return BcaBootstrap(replicates, estimate, each, level);
}

Result<std::optional<BcaInterval>> BcaBootstrap(std::span<const double> replicates, double estimate,
                                                std::span<const LeftOut> jackknife, double level) {
  ASSAY_CHECK_OK(Check(replicates, level));
  const auto [first, last] = std::ranges::equal_range(replicates, estimate);
  const auto below = static_cast<double>(first - replicates.begin());
  const auto equal = static_cast<double>(last - first);
  const double share = (below + equal / 2) / static_cast<double>(replicates.size());
  if (!(share > 0 && share < 1) || jackknife.empty()) return std::nullopt;

  double sum = 0;
  double cases = 0;
  for (const LeftOut& one : jackknife) {
    sum += one.cases * one.value;
    cases += one.cases;
  }
  const double mean = sum / cases;
  double squares = 0;
  double cubes = 0;
  for (const LeftOut& one : jackknife) {
    const double gap = mean - one.value;
    squares += one.cases * gap * gap;
    cubes += one.cases * gap * gap * gap;
  }
  if (!(squares > 0)) return std::nullopt;

  BcaInterval result;
  result.bias = NormalQuantile(share);
  result.acceleration = cubes / (6 * std::pow(squares, 1.5));
  const auto adjusted = [&](double side) {
    const double z = result.bias + NormalQuantile(side);
    return NormalAtMost(result.bias + z / (1 - result.acceleration * z));
  };
  result.interval = {InterpolatedQuantile(replicates, adjusted((1 - level) / 2)),
                     InterpolatedQuantile(replicates, adjusted((1 + level) / 2)), level, "bootstrap, BCa"};
  return result;
}

double BootstrapError(std::span<const double> replicates) {
  if (replicates.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(replicates.size());
  const double mean = std::accumulate(replicates.begin(), replicates.end(), 0.0) / n;
  double squares = 0;
  for (const double one : replicates) squares += (one - mean) * (one - mean);
  return std::sqrt(squares / (n - 1));
}

}  // namespace assay::stats
