// SPDX-License-Identifier: Apache-2.0
// An interval that is normal on the logit scale: for shares that aren't plain proportions. Approximate: for display.
#pragma once

#include <optional>

#include "assay/metric.h"

namespace assay::metric {

// logit(value) +- z x logit_error, mapped back.
// Range    0 < level < 1. Empty unless 0 < value < 1 and the error is finite.
// Threads  safe: pure.
std::optional<Interval> LogitInterval(double value, double logit_error, double level);

// Interval of average precision, with standard error 1 / sqrt(P AP (1 - AP)) of its logit for P positives.
// Range    as above; P counts cases, or their effective number where they are weighted.
// Source   Boyd, Eng, Page, ECML PKDD 2013, LNCS 8190, 451-466, section 3.2.
std::optional<Interval> AveragePrecisionInterval(double average_precision, double positives, double level);

}  // namespace assay::metric
