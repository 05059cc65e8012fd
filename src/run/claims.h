// SPDX-License-Identifier: Apache-2.0
// Every claim of the spec against the evidence of a run: which figure it is about, and what the whole comes to.
#pragma once

#include <span>

#include "run/evaluation.h"

namespace assay::run {

// Fills evaluation.claims, evaluation.decision and the cells' qualification from cells and quality. A claim without
// `for` is about every system and, for a performance metric, every traffic entry; over repeats the worst one counts.
void JudgeClaims(Evaluation& evaluation);

// 0 positive, 1 FAIL or INVALID, 5 the system's failure stopped a run, 7 UNDECIDED, 8 NOT MEASURED.
int ExitCodeOf(const Evaluation& evaluation);

}  // namespace assay::run
