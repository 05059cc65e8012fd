// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "assay/result.h"

namespace assay::stats {

// The values in order, the lowest first.
// Errors   kEmpty without a value; kNotFinite.
// Threads  safe: pure.
Result<std::vector<double>> SortedValues(std::span<const double> values);

}  // namespace assay::stats
