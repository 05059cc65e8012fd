// SPDX-License-Identifier: Apache-2.0
// A percentile of times as a measurement, with its order-statistics interval.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "assay/metric.h"

namespace assay::metric {

// sorted[trunc(n x share)] with the distribution-free interval of the true percentile; no interval, and a note, when
// there are too few values to bound it on both sides.
// Shape    values in any order; not modified.
// Range    0 < share < 1. Undefined without a value.
// Threads  safe: pure.
// Source   stats/percentile.h.
Measurement TimePercentile(const MetricInfo& info, std::span<const std::int64_t> values, double share, double level,
                           std::string_view empty_reason);

// TimePercentile of the latencies of answered samples; failed ones are named in the note, since they have none.
Measurement LatencyPercentile(const MetricInfo& info, const PerformanceColumns& run, double share, double level);

}  // namespace assay::metric
