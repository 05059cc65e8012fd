// SPDX-License-Identifier: Apache-2.0
// A requirement on a rate, read row by row and ended as soon as it is decided.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/metric.h"
#include "assay/result.h"
#include "run/requirement.h"

namespace assay::run {

struct EarlyEnd {
  std::uint64_t rows_read = 0, rows = 0;   // of the file, up to the one that decided
  std::uint64_t successes = 0, trials = 0; // of those that the rate is about
  Interval interval;                       // covers the rate at all rows together
  verdict::ClaimVerdict verdict;
};

// Reads accuracy, recall, precision or specificity in the order of the rows, until its confidence sequence lies on one side
// of the bound. The error holds although it looks after every row, provided that the rows come in an order that says
// nothing of the answers, as drawn or shuffled.
// Shape    binary decisions; a requirement without '@'.
// Errors   kUsage for another metric or a requirement at an operating point.
// Threads  safe: pure.
// Source   stats/confidence_sequence.h.
Result<EarlyEnd> DecideEarly(const Requirement& requirement, const ScoredCases& cases, double level);

}  // namespace assay::run
