// SPDX-License-Identifier: Apache-2.0
// A bound against a value and its interval: the one place where PASS, FAIL and UNDECIDED are told apart.
#pragma once

#include <optional>

#include "assay/metric.h"
#include "assay/result.h"
#include "spec/quantity.h"
#include "verdict/verdict.h"

namespace assay::verdict {

// The bound's limit in the metric's unit. A gate is its share of `gate_value` (the other system's measured value), or of
// the number that it names itself.
// Unit     durations become ns, rates per second; money per request and per 1,000 requests convert into each other.
// Errors   kBadBound when the bound's kind doesn't fit the unit; kNotMeasured for a gate on a system without a value.
// Threads  safe: pure.
Result<double> LimitInUnit(const spec::Bound& bound, Unit unit, std::optional<double> gate_value);

// PASS when every value of the interval satisfies the bound, FAIL when none does, else UNDECIDED. Without an interval
// the value stands for itself. An equality can fail but never pass by an interval.
// Threads  safe: pure.
// Source   the duality of one-sided tests and confidence bounds: Casella, Berger, Statistical Inference, section 9.2.
Outcome CheckBound(spec::Op op, double limit, double value, const std::optional<Interval>& interval);

// Share of the limit by which the value meets it (+) or misses it (-). Empty for a limit of 0 and for equality.
std::optional<double> Margin(spec::Op op, double limit, double value);

// A claim errs in one direction only, so "confidence `level`" means one-sided bounds at that level: the ends of the
// two-sided interval that this returns the level for, 2 x level - 1. Measure claims with it.
// Range    0.5 < level < 1.
constexpr double ClaimIntervalLevel(double level) { return 2 * level - 1; }

}  // namespace assay::verdict
