// SPDX-License-Identifier: Apache-2.0
// `assay score` of a judge's or detector's verdicts: their rate, corrected for its errors.
#pragma once

#include "cli/shell/terminal.h"
#include "cli/shell/verb.h"

namespace assay::cli {

// With --judge-calibration FILE|none.
int ScoreJudged(const Arguments& arguments, Terminal& terminal);

}  // namespace assay::cli
