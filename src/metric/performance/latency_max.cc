// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_latency_max;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromPerformance(kMetric_latency_max, input, [](const PerformanceColumns& run, const MetricInput&) {
    if (run.latency_ns.empty()) return Measurements{metric::Undefined(kMetric_latency_max, "no sample was answered")};
    Measurement measurement = metric::Blank(kMetric_latency_max);
    measurement.value = static_cast<double>(std::ranges::max(run.latency_ns));
    measurement.n = run.latency_ns.size();
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_latency_max{
    .name = "latency_max",
    .title = "highest latency",
    .unit = Unit::kNanoseconds,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kPerformance),
    .definition = "Highest latency of an answered sample, from due time to answer.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
