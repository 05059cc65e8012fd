// SPDX-License-Identifier: Apache-2.0
// What counts as a proportion: the check that every function of k successes in n trials starts
// with.
#pragma once

#include <cstdint>

#include "assay/result.h"

namespace assay::stats {

// Errors   kEmpty without a trial; kOutOfRange when successes > trials or `level` isn't strictly
// between 0 and 1. Threads  safe: pure.
Result<void> CheckProportion(std::uint64_t successes, std::uint64_t trials, double level);

// Errors   kOutOfRange, naming `what`, unless `share` lies strictly between 0 and 1.
// Threads  safe: pure.
Result<void> CheckShare(const char* what, double share);

}  // namespace assay::stats
