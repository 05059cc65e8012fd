// SPDX-License-Identifier: Apache-2.0
// Tests of whether two samples come from one distribution. Beside a size (distribution_distance.h), never instead of it.
#pragma once

#include <span>

#include "assay/result.h"

namespace assay::stats {

struct KolmogorovSmirnov {
  double statistic = 0;     // the largest gap between the two cumulative distributions
  double exact = 1;         // two-sided p-value, exact without ties
  double asymptotic = 1;    // by the one-sample distribution at n m / (n + m) cases, rounded; its limit above 4,000
};

// Shape    finite values in any order; not modified.
// Range    at least one value each. Time and memory for the exact p-value grow with the product of the sizes.
// Errors   kEmpty, kNotFinite.
// Threads  safe: pure.
// Source   Hodges, Ark. Mat. 3 (1958) 469-486 (paths); Marsaglia, Tsang, Wang, J. Stat. Softw. 8 (2003) 18 (matrix);
//          scipy 1.17.1 ks_2samp (by values).
Result<KolmogorovSmirnov> KolmogorovSmirnovTest(std::span<const double> first, std::span<const double> second);

struct MannWhitney {
  double u = 0;  // pairs in which the first sample's value is greater, ties counting one half
  double p = 1;  // two-sided, normal with tie and continuity correction
};

// Shape, Range, Errors, Threads as above. Without any difference between values p is 1.
// Source   Mann, Whitney, Ann. Math. Stat. 18 (1947) 50-60; scipy 1.17.1 mannwhitneyu (by values).
Result<MannWhitney> MannWhitneyTest(std::span<const double> first, std::span<const double> second);

}  // namespace assay::stats
