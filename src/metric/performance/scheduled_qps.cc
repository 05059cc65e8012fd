// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_scheduled_qps;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromPerformance(kMetric_scheduled_qps, input, [](const PerformanceColumns& run, const MetricInput&) {
    const std::uint64_t queries = run.queries_issued;
    if (queries < 2) return Measurements{metric::Undefined(kMetric_scheduled_qps, "fewer than two queries were issued")};
    if (run.last_due_ns <= run.start_ns) return Measurements{metric::Undefined(kMetric_scheduled_qps, "all in no time")};
    Measurement measurement = metric::Blank(kMetric_scheduled_qps);
    measurement.value = static_cast<double>(queries - 1) * 1e9 / static_cast<double>(run.last_due_ns - run.start_ns);
    measurement.n = queries;
    measurement.note = "queries";
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_scheduled_qps{
    .name = "scheduled_qps",
    .title = "scheduled queries per second",
    .unit = Unit::kPerSecond,
    .better = Better::kNeither,
    .needs = static_cast<std::uint8_t>(Needs::kPerformance),
    .definition = "Issued queries less one, over the time from the start of the run to the last due time: the rate that was asked of the system, whatever it answered.",
    .source = "MLPerf LoadGen 6.0.17, Server: (n - 1) / time",
    .compute = &Compute,
};

}  // namespace assay
