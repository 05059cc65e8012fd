// SPDX-License-Identifier: Apache-2.0
#include "metric/peak/peak_bracket.h"

namespace assay {

extern const MetricInfo kMetric_peak_streams;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeasurePeak(kMetric_peak_streams, input);
}

}  // namespace

const MetricInfo kMetric_peak_streams{
    .name = "peak_streams",
    .title = "most streams within the interval",
    .unit = Unit::kCores,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kPeak),
    .definition = "Most streams (samples a query) of the older, fixed-interval MultiStream at and below which every trial met the latency bound.",
    .source = "MLPerf LoadGen's FindPeakPerformance for the idea; the bracket is this project's",
    .compute = &Compute,
};

}  // namespace assay
