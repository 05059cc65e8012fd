// SPDX-License-Identifier: Apache-2.0
#include "stats/sorted_values.h"

#include <algorithm>
#include <cmath>

namespace assay::stats {

Result<std::vector<double>> SortedValues(std::span<const double> values) {
  if (values.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 value, found none");
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
    return Fail(ErrorCode::kNotFinite, "expected finite values");
  }
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace assay::stats
