// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_throughput;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromPerformance(kMetric_throughput, input, [](const PerformanceColumns& run, const MetricInput&) {
    if (run.samples_ok == 0) return Measurements{metric::Undefined(kMetric_throughput, "no sample was answered")};
    if (run.last_done_ns <= run.start_ns) return Measurements{metric::Undefined(kMetric_throughput, "the run took no time")};
    Measurement measurement = metric::Blank(kMetric_throughput);
    measurement.value =
        static_cast<double>(run.samples_ok) * 1e9 / static_cast<double>(run.last_done_ns - run.start_ns);
    measurement.n = run.samples_ok;
    measurement.note = "samples";
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_throughput{
    .name = "throughput",
    .title = "throughput",
    .unit = Unit::kPerSecond,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kPerformance),
    .definition = "Answered samples per second: samples with an answer, over the time from the start of the run to the last answer. Counts all n samples, where completed_qps counts the n - 1 gaps between queries.",
    .source = "definition; equals MLPerf LoadGen's Offline samples per second when none failed",
    .compute = &Compute,
};

}  // namespace assay
