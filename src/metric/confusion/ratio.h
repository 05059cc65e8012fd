// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace assay::metric {

// part / whole; undefined without a whole.
inline std::optional<double> Ratio(double part, double whole) {
  if (!(whole > 0)) return std::nullopt;
  return part / whole;
}

}  // namespace assay::metric
