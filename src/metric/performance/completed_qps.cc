// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_completed_qps;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromPerformance(kMetric_completed_qps, input, [](const PerformanceColumns& run, const MetricInput&) {
    const std::uint64_t queries = run.query_latency_ns.size();
    if (queries < 2) return Measurements{metric::Undefined(kMetric_completed_qps, "fewer than two queries were answered completely")};
    if (run.last_done_ns <= run.start_ns) return Measurements{metric::Undefined(kMetric_completed_qps, "all in no time")};
    Measurement measurement = metric::Blank(kMetric_completed_qps);
    measurement.value = static_cast<double>(queries - 1) * 1e9 / static_cast<double>(run.last_done_ns - run.start_ns);
    measurement.n = queries;
    measurement.note = "queries";
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_completed_qps{
    .name = "completed_qps",
    .title = "completed queries per second",
    .unit = Unit::kPerSecond,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kPerformance),
    .definition = "Completely answered queries less one, over the time from the start of the run to the last answer: n queries bound n - 1 gaps. throughput counts samples, and all n of them.",
    .source = "MLPerf LoadGen 6.0.17, Server: (n - 1) / time; LoadGen takes the last issued query's answer, not the last answer",
    .compute = &Compute,
};

}  // namespace assay
