// SPDX-License-Identifier: Apache-2.0
#include "stats/cluster_error.h"

#include <cmath>
#include <map>
#include <numeric>

namespace assay::stats {

Result<ClusterError> ClusterErrorOfMean(std::span<const double> values, std::span<const std::int64_t> group) {
  if (values.size() != group.size()) return Fail(ErrorCode::kContradiction, "expected a group for each value");
  ClusterError error;
  const auto n = static_cast<double>(values.size());
  error.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  std::map<std::int64_t, double> sums;
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) return Fail(ErrorCode::kNotFinite, "expected finite values");
    const double gap = values[i] - error.mean;
    sums[group[i]] += gap;
    squares += gap * gap;
  }
  if (sums.size() < 2) return Fail(ErrorCode::kEmpty, "expected at least 2 groups, found " + std::to_string(sums.size()));
  double group_squares = 0;
  for (const auto& [name, sum] : sums) group_squares += sum * sum;
  const auto clusters = static_cast<double>(sums.size());
  error.clusters = sums.size();
  error.independent = std::sqrt(squares / (n - 1) / n);
  error.clustered = std::sqrt(group_squares) / n;
  error.corrected = error.clustered * std::sqrt(clusters / (clusters - 1));
  return error;
}

}  // namespace assay::stats
