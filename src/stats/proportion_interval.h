// SPDX-License-Identifier: Apache-2.0
// Intervals of a proportion that other programs print. Reports show Wilson's (wilson_interval.h), claims take
// Clopper-Pearson's (clopper_pearson.h); these are for comparison.
#pragma once

#include <cstdint>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

// Range    0 <= successes <= trials, trials >= 1, 0 < level < 1, for all three.
// Errors   kEmpty without a trial; kOutOfRange for the rest.
// Threads  safe: pure.

// Quantiles of the posterior under Jeffreys' prior Beta(1/2, 1/2); never 0 or 1 themselves.
// Source   Brown, Cai, DasGupta, Stat. Sci. 16 (2001) 101-133, section 3.1.3, without its rule for 0 and n successes.
Result<Interval> JeffreysInterval(std::uint64_t successes, std::uint64_t trials, double level);

// Normal, around a rate with z^2 / 2 successes and as many failures added; cut to [0, 1].
// Source   Agresti, Coull, Am. Stat. 52 (1998) 119-126.
Result<Interval> AgrestiCoullInterval(std::uint64_t successes, std::uint64_t trials, double level);

// Normal, around the rate; cut to [0, 1]. Of no width at 0 and n successes, which no claim may rest on.
Result<Interval> WaldInterval(std::uint64_t successes, std::uint64_t trials, double level);

}  // namespace assay::stats
