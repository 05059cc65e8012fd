// SPDX-License-Identifier: Apache-2.0
// How far apart two distributions are, as a size and not as a p-value: with enough cases any difference is significant.
#pragma once

#include <cstddef>
#include <span>

#include "assay/result.h"

namespace assay::stats {

// Population stability index: the sum over bins of (q - p) ln(q / p), bins being quantiles of the reference (edges
// interpolated, the outer ones open) and shares below `floor` counting as `floor`. 0.1 is called small, 0.25 large.
// Shape    finite values in any order; not modified.
// Range    at least one value each; bins >= 2; 0 < floor < 1.
// Errors   kEmpty, kOutOfRange, kNotFinite.
// Threads  safe: pure.
Result<double> PopulationStability(std::span<const double> reference, std::span<const double> current, std::size_t bins,
                                   double floor);

// Square root of the Jensen-Shannon divergence of two vectors of weights, which are scaled to sum 1.
// Unit     with base 2, 0 (equal) to 1 (disjoint).
// Range    weights >= 0 with a positive sum; base > 1.
// Errors   kContradiction for lengths; kOutOfRange.
// Threads  safe: pure.
// Source   Lin, IEEE Trans. Inf. Theory 37 (1991) 145-151; Endres, Schindelin, ibid. 49 (2003) 1858-1860.
Result<double> JensenShannonDistance(std::span<const double> p, std::span<const double> q, double base);

// Area between the two cumulative distributions.
// Shape    finite values in any order; not modified.
// Unit     as the values.
// Errors   kEmpty, kNotFinite.
// Threads  safe: pure.
Result<double> WassersteinDistance(std::span<const double> reference, std::span<const double> current);

// Value below which a share of the sorted values lies, interpolated between neighbours (Hyndman and Fan's type 7).
// Range    at least one value; 0 <= share <= 1.
double InterpolatedQuantile(std::span<const double> sorted, double share);

}  // namespace assay::stats
