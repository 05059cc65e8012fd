// SPDX-License-Identifier: Apache-2.0
// A gate compares two systems on the same cases, and most of what makes either value uncertain is common to both: the
// difference is known far better than the values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::metric {

// Interval of  value(system) - share x value(reference), paired by id over cases that both answered all. For metrics
// that are a mean over cases (accuracy, top_1, recall, specificity): normal, from the variance of the case-wise
// differences, empty below 30 cases. For average_precision: bootstrap by class, percentiles of 2,000 replicates drawn
// from `seed`; fewer (at least 200) where cases are many, so that it ends in seconds.
// Shape    ids, labels and decisions (average_precision: scores) of equal length in each; any order; unweighted.
// Range    0 < share; 0 < level < 1.
// Empty    for any other metric, for weighted cases, where the value is undefined, and where a case was answered by one
//          only or by none: the values would then rest on other cases than their difference.
// Errors   kContradiction when a shared case has two labels; kDuplicateId.
// Threads  safe: pure; the same seed gives the same interval on any machine.
// Source   Efron, Tibshirani, An Introduction to the Bootstrap, 1993, sections 13.3 and 6.4.
Result<std::optional<Interval>> PairedGateInterval(std::string_view metric, const QualityColumns& system,
                                                   const QualityColumns& reference, double share, double level,
                                                   std::uint64_t seed);

}  // namespace assay::metric
