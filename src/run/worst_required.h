// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "verdict/verdict.h"

namespace assay::run {

// FAIL over NOT MEASURED over UNDECIDED over PASS, of the required claims.
verdict::Outcome WorstRequired(std::span<const verdict::ClaimVerdict> claims);

}  // namespace assay::run
