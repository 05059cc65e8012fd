// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/latency/latency_percentile.h"

namespace assay {

extern const MetricInfo kMetric_latency_p50;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromPerformance(kMetric_latency_p50, input, [](const PerformanceColumns& run, const MetricInput& in) {
    return Measurements{metric::LatencyPercentile(kMetric_latency_p50, run, 0.50, in.level)};
  });
}

}  // namespace

const MetricInfo kMetric_latency_p50{
    .name = "latency_p50",
    .title = "50th percentile latency",
    .unit = Unit::kNanoseconds,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kPerformance),
    .definition = "Latency of the answered samples, from due time to answer: element trunc(n x 0.50) of the n sorted values, without interpolation.",
    .source = "MLPerf LoadGen 6.0.17, result numbers; interval by order statistics",
    .compute = &Compute,
};

}  // namespace assay
