// SPDX-License-Identifier: Apache-2.0
// A share of cases as a measurement: value, count and the interval that a claim is judged by.
#pragma once

#include <cstdint>
#include <optional>

#include "assay/metric.h"
#include "metric/confusion/confusion_matrix.h"

namespace assay::metric {

// Interval of the share `part` of `whole`: Clopper-Pearson, exact for plain counts. Weighted cases count as their
// effective number, which is approximate and named so. `unscored` cases could have gone either way: the lower end takes
// them as failures, the upper end as successes.
// Range    part <= whole; 0 < level < 1. Empty where whole is.
// Threads  safe: pure.
// Source   stats/clopper_pearson.h; Kish, Survey Sampling (1965), section 11.7, for the effective number.
std::optional<Interval> ProportionInterval(const Outcomes& part, const Outcomes& whole, std::uint64_t unscored,
                                           double level);

// The measurement of the share; `empty_reason` ("no positive") is its note where whole is empty.
Measurement Proportion(const MetricInfo& info, const Outcomes& part, const Outcomes& whole, std::uint64_t unscored,
                       double level, const char* empty_reason);

}  // namespace assay::metric
