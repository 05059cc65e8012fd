// SPDX-License-Identifier: Apache-2.0
// Welch's test: do two groups of unequal size and spread have the same mean?
#pragma once

#include <optional>
#include <span>

#include "assay/result.h"

namespace assay::stats {

struct WelchTest {
  double difference = 0;        // mean of the first minus mean of the second
  double error = 0;             // its standard error
  double freedom = 0;           // degrees of freedom; 0 without any spread
  std::optional<double> t;      // empty without any spread
  double greater = 1;           // p-value of "the first mean is not greater"; 1 without any spread
  double two_sided = 1;
};

// Range    at least two finite values in each group.
// Errors   kEmpty, kNotFinite.
// Threads  safe: pure.
// Source   Welch, Biometrika 34 (1947) 28-35; scipy 1.17.1 ttest_ind(equal_var=False) (by values).
Result<WelchTest> WelchTestOf(std::span<const double> first, std::span<const double> second);

}  // namespace assay::stats
