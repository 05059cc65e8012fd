// SPDX-License-Identifier: Apache-2.0
// A metric of segmentations: per case and class the overlap of what was found and what is right.
#pragma once

#include <vector>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::metric {

// The mean over cases and classes, a class being a label other than 0 that occurs in any mask. First with 1e-6 added above
// and below, as MLPerf's reference does; then, as parts, what other programs make of a class that neither mask has:
// left_out, empty_is_1, empty_is_0; with several classes class_N each, as the first.
// Errors   kContradiction for masks of different size; of the bootstrap.
// Threads  safe: pure.
Result<std::vector<Measurement>> DiceOverCases(const MetricInfo& info, const MetricInput& input);

}  // namespace assay::metric
