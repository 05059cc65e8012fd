// SPDX-License-Identifier: Apache-2.0
// A find-peak search's result as a measurement: the highest rate (or number of streams) that was met.
#pragma once

#include <vector>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::metric {

// `info` counts streams when its unit is kCores, else queries per second; a search of the other kind is no search for it.
// Unit     of `info`.
// Range    value = highest met; interval up to the lowest that wasn't, where there is one. Undefined without a search, or
//          when no trial met the bounds.
// Errors   none.
// Threads  safe: pure.
Result<std::vector<Measurement>> MeasurePeak(const MetricInfo& info, const MetricInput& input);

}  // namespace assay::metric
