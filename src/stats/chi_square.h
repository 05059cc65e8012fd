// SPDX-License-Identifier: Apache-2.0
// The chi-square distribution, and the test that the rows of a table of counts are alike.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/result.h"

namespace assay::stats {

// P[X >= x] for X chi-square with `degrees` degrees of freedom.
// Range    x >= 0, degrees >= 1; outside: NaN.
// Threads  safe: pure.
// Source   Abramowitz, Stegun 26.4.4 and 26.4.5 (finite sums for whole degrees).
double ChiSquareAtLeast(double x, std::uint64_t degrees);

struct ContingencyTest {
  double statistic = 0;
  double p = 1;
  std::uint64_t degrees = 0;
};

// Pearson's test of independence. With one degree of freedom each gap is made smaller by up to 1/2 (Yates).
// Shape    counts by row, `columns` each.
// Range    at least two rows and two columns; counts >= 0 and finite.
// Errors   kOutOfRange for the shape or a count; kUndefined when a row or column has no case.
// Threads  safe: pure.
// Source   Pearson, Philos. Mag. 50 (1900) 157-175; scipy 1.17.1 chi2_contingency (by values).
Result<ContingencyTest> TestContingency(std::span<const double> counts, std::size_t columns);

}  // namespace assay::stats
