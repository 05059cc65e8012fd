// SPDX-License-Identifier: Apache-2.0
#include "metric/peak/peak_bracket.h"

namespace assay {

extern const MetricInfo kMetric_peak_qps;

namespace {

Result<std::vector<Measurement>> Compute(const MetricInput& input) {
  return metric::MeasurePeak(kMetric_peak_qps, input);
}

}  // namespace

const MetricInfo kMetric_peak_qps{
    .name = "peak_qps",
    .title = "peak rate within the latency bound",
    .unit = Unit::kPerSecond,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kPeak),
    .definition = "Highest rate of a find-peak search at and below which every trial met the bounds; the true peak lies between it and the lowest rate that missed them.",
    .source = "MLPerf LoadGen's FindPeakPerformance for the idea; the bracket is this project's",
    .compute = &Compute,
};

}  // namespace assay
