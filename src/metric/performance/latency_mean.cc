// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_latency_mean;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromPerformance(kMetric_latency_mean, input, [](const PerformanceColumns& run, const MetricInput&) {
    if (run.latency_ns.empty()) return Measurements{metric::Undefined(kMetric_latency_mean, "no sample was answered")};
    long double sum = 0;
    for (const std::int64_t latency : run.latency_ns) sum += static_cast<long double>(latency);
    Measurement measurement = metric::Blank(kMetric_latency_mean);
    measurement.value = static_cast<double>(sum / static_cast<long double>(run.latency_ns.size()));
    measurement.n = run.latency_ns.size();
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_latency_mean{
    .name = "latency_mean",
    .title = "mean latency",
    .unit = Unit::kNanoseconds,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kPerformance),
    .definition = "Arithmetic mean of the latencies of the answered samples, from due time to answer. Says nothing about the tail.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
