// SPDX-License-Identifier: Apache-2.0
// From differences to words: which are shown, which rule they keep, and what the whole comes to.
#pragma once

#include <string_view>

#include "assay/result.h"
#include "run/compare/comparison.h"

namespace assay::run {

// "worse=2%": relative to the baseline; "worse=0.02": in the metric's own unit (a share: 2 points), not for load figures.
// Range    0 <= margin, below 1.
// Errors   kUsage naming what doesn't fit.
Result<FailRule> ParseFailRule(std::string_view text);

// Fills in what follows from the differences: multiplicity, changes, sentences, outcomes under the rule, word and exit
// code. Metrics asked for by name, else each part's primary one, are confirmed under Holm; all others are exploratory,
// under Benjamini-Hochberg.
// A rule: PASS when the interval leaves out "worse by more than the margin", FAIL when it leaves out everything else
// (after Holm), else UNDECIDED.
// Threads  safe: no shared state.
void JudgeComparisons(CompareOutcome& outcome);

}  // namespace assay::run
