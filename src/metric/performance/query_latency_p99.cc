// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/latency/latency_percentile.h"

namespace assay {

extern const MetricInfo kMetric_query_latency_p99;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromPerformance(kMetric_query_latency_p99, input, [](const PerformanceColumns& run, const MetricInput& in) {
    return Measurements{metric::TimePercentile(kMetric_query_latency_p99, run.query_latency_ns, 0.99, in.level,
                                               "no query was answered completely")};
  });
}

}  // namespace

const MetricInfo kMetric_query_latency_p99{
    .name = "query_latency_p99",
    .title = "99th percentile query latency",
    .unit = Unit::kNanoseconds,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kPerformance),
    .definition = "Time from a query's due time to the answer of its last sample, over queries whose samples were all answered: element trunc(n x 0.99) of the n sorted values.",
    .source = "MLPerf LoadGen 6.0.17, MultiStream",
    .compute = &Compute,
};

}  // namespace assay
