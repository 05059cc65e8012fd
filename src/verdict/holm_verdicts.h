// SPDX-License-Identifier: Apache-2.0
// Verdicts on several claims at once: Holm's correction, for claims that are judged by intervals and have no p-value.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "verdict/verdict.h"

namespace assay::verdict {

// Each claim is first judged as one of all of them, with its chance of error divided by their number; those that pass
// count no more against the others, which are judged again as one of what is left, until none passes any more. So no more
// than the chance of error stands for that any PASS is wrong. FAIL steps down apart, with the same promise.
// Shape    a verdict per claim, in their order; `correction` says what the correction did.
// Range    judge(claim, tests) is the verdict of a claim, 0 … claims - 1, with its chance of error divided by `tests`;
//          more tests never turn UNDECIDED into another outcome.
// Errors   none.
// Threads  as judge.
// Source   Holm, Scand. J. Stat. 6 (1979) 65-70: a test that rejects at alpha / tests has an adjusted p-value of at most
//          alpha. One direction at a time, since a claim has one right answer, and steps over wrong ones aren't free.
std::vector<ClaimVerdict> HolmVerdicts(std::size_t claims,
                                       const std::function<ClaimVerdict(std::size_t claim, std::size_t tests)>& judge);

}  // namespace assay::verdict
