// SPDX-License-Identifier: Apache-2.0
// Clopper-Pearson bounds of a proportion: the ones for claims, because they never cover less than
// they say.
#pragma once

#include <cstdint>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

// Two-sided interval that covers the true rate with probability at least `level`, half of the rest
// on each side. Shape    one proportion. Unit     counts in, shares in [0, 1] out. Range    0 <=
// successes <= trials, trials >= 1, 0 < level < 1. Errors   kEmpty without a trial; kOutOfRange for
// the rest. Threads  safe: pure. Source   Clopper, Pearson, Biometrika 26 (1934) 404-413.
Result<Interval> ClopperPearsonInterval(std::uint64_t successes, std::uint64_t trials,
                                        double level);

// One-sided bounds: the true rate is at least (at most) this, with the given confidence. A claim
// "rate >= r" passes when the lower bound reaches r. Unit     counts in, a share in [0, 1] out.
// Range    as above, 0 < confidence < 1.
// Errors   as above.
// Threads  safe: pure.
Result<double> ClopperPearsonLower(std::uint64_t successes, std::uint64_t trials,
                                   double confidence);
Result<double> ClopperPearsonUpper(std::uint64_t successes, std::uint64_t trials,
                                   double confidence);

}  // namespace assay::stats
