// SPDX-License-Identifier: Apache-2.0
// A metric of problems that were tried several times: the mean over problems of an estimate from 0 to 1.
#pragma once

#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/sampling/pass_at_k.h"

namespace assay::metric {

// The first measurement is that of the first k asked for (1 if none is); with several each is a part, "name.5". A k that
// some problem wasn't tried often enough for has no value.
// Errors   kContradiction for columns of different length; kOutOfRange for k = 0 and what EstimatePass refuses.
// Threads  safe: pure.
Result<std::vector<Measurement>> TrialsAtK(const MetricInfo& info, const MetricInput& input, double PassAtK::*estimate);

}  // namespace assay::metric
