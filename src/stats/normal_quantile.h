// SPDX-License-Identifier: Apache-2.0
// Quantile of the standard normal distribution.
#pragma once

namespace assay::stats {

// The z with P[Z <= z] = probability.
// Range    0 < probability < 1; 0 and 1 give -inf and +inf, anything else NaN.
// Threads  safe: pure.
// Source   inverse of erfc by halving, exact to the last bits.
double NormalQuantile(double probability);

}  // namespace assay::stats
