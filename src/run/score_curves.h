// SPDX-License-Identifier: Apache-2.0
// What the report draws of a system's scores.
#pragma once

#include <vector>

#include "report/model.h"
#include "run/scored_cases.h"

namespace assay::run {

// Recall and precision by threshold; a curve of more than 400 points is thinned evenly, its ends kept. Empty without two
// classes and scores.
// Threads  safe: pure.
std::vector<report::PrPoint> PrCurveOf(const ScoredCases& cases);

// The bins of ece with a 95 % Wilson interval of each share. Empty where the scores aren't probabilities, too.
// Threads  safe: pure.
std::vector<report::ReliabilityPoint> ReliabilityOf(const ScoredCases& cases);

}  // namespace assay::run
