// SPDX-License-Identifier: Apache-2.0
// A run of ours beside a published row: two figures of which no difference can be judged, and why.
#pragma once

#include <string>

#include "results/row.h"
#include "run/compare/comparison.h"
#include "run/evaluation.h"

namespace assay::run {

// The row's headline figure beside that of the system's loads of the same scenario (geometric mean over VALID runs), in
// the same unit; without such a load the figure of ours is missing. A row is one run on other hardware, so there is never
// an interval and never a verdict: limits name what differs.
// Threads  safe: pure.
ComparedPart CompareWithRow(const Evaluation& run, const std::string& system, const std::string& traffic,
                            const results::Row& row);

}  // namespace assay::run
