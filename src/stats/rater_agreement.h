// SPDX-License-Identifier: Apache-2.0
// How far raters (people, judges) agree beyond what chance alone would give.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

struct Agreement {
  std::optional<double> value;       // 1 agrees always, 0 as chance would, below 0 worse; empty: one category only
  std::optional<Interval> interval;  // approximate; empty where agreement is complete or undefined
  std::uint64_t n = 0;               // cases that it rests on
};

// Cohen's kappa of two raters' categories.
// Range    both of one length, at least 1; 0 < level < 1.
// Errors   kContradiction, kEmpty, kOutOfRange.
// Threads  safe: pure.
// Source   Cohen, Educ. Psychol. Meas. 20 (1960) 37-46; standard error of Fleiss, Cohen, Everitt, Psychol. Bull. 72 (1969)
//          323-327, equation 13.
Result<Agreement> CohenKappa(std::span<const std::int64_t> first, std::span<const std::int64_t> second, double level);

}  // namespace assay::stats
