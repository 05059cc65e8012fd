// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/latency/latency_percentile.h"

namespace assay {

extern const MetricInfo kMetric_issue_lateness_p99;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromPerformance(kMetric_issue_lateness_p99, input, [](const PerformanceColumns& run, const MetricInput& in) {
    return Measurements{metric::TimePercentile(kMetric_issue_lateness_p99, run.lateness_ns, 0.99, in.level,
                                               "no query was issued")};
  });
}

}  // namespace

const MetricInfo kMetric_issue_lateness_p99{
    .name = "issue_lateness_p99",
    .title = "99th percentile issue lateness",
    .unit = Unit::kNanoseconds,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kPerformance),
    .definition = "How long after its due time a query left the generator: element trunc(n x 0.99) of the n sorted values. It is part of the latency, and the generator's fault.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
