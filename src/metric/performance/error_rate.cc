// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/proportion.h"

namespace assay {

extern const MetricInfo kMetric_error_rate;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromPerformance(kMetric_error_rate, input, [](const PerformanceColumns& run, const MetricInput& in) {
    const std::uint64_t failed = run.samples_error + run.samples_lost;
    const auto plain = [](std::uint64_t count) {
      return metric::Outcomes{static_cast<double>(count), static_cast<double>(count), count};
    };
    return Measurements{metric::Proportion(kMetric_error_rate, plain(failed), plain(run.samples_issued), 0, in.level,
                                           "no sample was issued")};
  });
}

}  // namespace

const MetricInfo kMetric_error_rate{
    .name = "error_rate",
    .title = "error rate",
    .unit = Unit::kShare,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kPerformance),
    .definition = "Share of the issued samples that ended with an error or without an answer.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
