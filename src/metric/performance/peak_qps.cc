// SPDX-License-Identifier: Apache-2.0
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_peak_qps;

namespace {

Result<metric::Measurements> Compute(const MetricInput& input) {
  const MetricInfo& info = kMetric_peak_qps;
  if (input.peak == nullptr || input.peak->streams != false) {
    return metric::Measurements{metric::Undefined(info, "no find-peak search was run")};
  }
  const PeakBracket& peak = *input.peak;
  if (!peak.met) return metric::Measurements{metric::Undefined(info, "no trial met the bounds")};
  Measurement measurement = metric::Blank(info);
  measurement.value = *peak.met;
  if (peak.not_met) {
    measurement.interval = Interval{*peak.met, *peak.not_met, 1, "bracket of trials"};
  } else {
    measurement.note = "no trial failed: the peak may be higher";
  }
  return metric::Measurements{measurement};
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
