// SPDX-License-Identifier: Apache-2.0
// The Wilson score interval of a proportion: what to show beside k successes in n trials.
//
// It stays inside [0, 1] and keeps a width at k = 0 and k = n. Near 0 and 1 it can cover a little
// less than its level, so a claim ("at least 90 %") takes the bound of clopper_pearson.h.
#pragma once

#include <cstdint>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

// Interval that covers the true rate with probability `level`, approximately.
// Shape    one proportion.
// Unit     counts in, shares in [0, 1] out.
// Range    0 <= successes <= trials, trials >= 1, 0 < level < 1.
// Errors   kEmpty without a trial; kOutOfRange for the rest. Nothing is clamped into range.
// Threads  safe: pure.
// Source   Wilson, JASA 22 (1927) 209-212; Brown, Cai, DasGupta, Stat. Sci. 16 (2001) 101-133,
// section 3.1.1.
Result<Interval> WilsonInterval(std::uint64_t successes, std::uint64_t trials, double level);

}  // namespace assay::stats
