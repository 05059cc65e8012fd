// SPDX-License-Identifier: Apache-2.0
// What the required claims come to, and the exit code that it leads to.
#pragma once

#include <span>

#include "verdict/verdict.h"

namespace assay::run {

// FAIL over NOT MEASURED over UNDECIDED over PASS, of the required claims.
verdict::Outcome WorstRequired(std::span<const verdict::ClaimVerdict> claims);

// 0 PASS, 1 FAIL, 7 UNDECIDED, 8 NOT MEASURED.
int ExitCodeOfOutcome(verdict::Outcome outcome);

}  // namespace assay::run
