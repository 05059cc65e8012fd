// SPDX-License-Identifier: Apache-2.0
#include "stats/variance_components.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace assay::stats {

Result<VarianceComponents> PartVariance(std::span<const double> values, std::span<const std::int64_t> group) {
  if (values.size() != group.size()) return Fail(ErrorCode::kContradiction, "expected a group for each value");
  struct Sum {
    double count = 0, sum = 0;
  };
  std::map<std::int64_t, Sum> sums;
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) return Fail(ErrorCode::kNotFinite, "expected finite values");
    Sum& sum = sums[group[i]];
    sum.count += 1, sum.sum += values[i];
    total += values[i];
  }
  const auto n = static_cast<double>(values.size()), groups = static_cast<double>(sums.size());
  if (sums.size() < 2 || values.size() == sums.size()) {
    return Fail(ErrorCode::kEmpty, "expected at least 2 groups, and a group with 2 values");
  }
  const double mean = total / n;
  double between = 0, squares = 0;
  for (const auto& [number, sum] : sums) {
    between += sum.count * std::pow(sum.sum / sum.count - mean, 2);
    squares += sum.count * sum.count;
  }
  double within = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Sum& sum = sums[group[i]];
    within += std::pow(values[i] - sum.sum / sum.count, 2);
  }
  const double mean_between = between / (groups - 1), mean_within = within / (n - groups);
  VarianceComponents parts;
  parts.groups = sums.size();
  parts.per_group = (n - squares / n) / (groups - 1);
  parts.within = mean_within;
  parts.between = std::max(0.0, (mean_between - mean_within) / parts.per_group);
  const double whole = mean_between + (parts.per_group - 1) * mean_within;
  if (whole > 0) parts.share = (mean_between - mean_within) / whole;
  return parts;
}

}  // namespace assay::stats
