// SPDX-License-Identifier: Apache-2.0
// Student's t distribution: a mean over few repeats, whose spread is itself only estimated.
#pragma once

#include <cstddef>

#include "assay/result.h"

namespace assay::stats {

// P[|T| >= |t|] with `freedom` degrees of freedom.
// Range    freedom >= 1, not necessarily whole; t any number, infinities included.
// Threads  safe: pure.
// Source   Abramowitz, Stegun 26.7.1 and 26.5.27 (by the incomplete beta function).
double StudentTwoSided(double t, double freedom);

// The t >= 0 with P[|T| <= t] = level.
// Range    0 <= level < 1; freedom >= 1.
// Threads  safe: pure.
double StudentQuantile(double level, double freedom);

// A mean and how well it is known.
struct MeanEstimate {
  double mean = 0;
  double error = 0;    // standard error
  double freedom = 0;  // degrees of freedom
};

// Probability that the two-sided test at 1 - level calls a mean different from 0 when it is `mean` and single values
// spread by `deviation` about it.
// Range    n >= 2; deviation > 0; 0 < level < 1.
// Errors   kOutOfRange.
// Threads  safe: pure.
// Source   noncentral t distribution: Johnson, Kotz, Balakrishnan, Continuous Univariate Distributions 2, 1995, ch. 31.
Result<double> MeanTestPower(std::size_t n, double mean, double deviation, double level);

// Fewest values with which that test has `power`; 1,000,001 when a million aren't enough.
// Range    mean, deviation > 0; 0 < level, power < 1.
// Errors   kOutOfRange.
// Threads  safe: pure.
Result<std::size_t> ValuesForMean(double mean, double deviation, double level, double power);

// The mean that n values would have shown with `power`.
// Range    n >= 2; deviation > 0; 0 < level, power < 1.
// Errors   kOutOfRange.
// Threads  safe: pure.
Result<double> DetectableMean(std::size_t n, double deviation, double level, double power);

}  // namespace assay::stats
