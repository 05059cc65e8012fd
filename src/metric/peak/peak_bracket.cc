// SPDX-License-Identifier: Apache-2.0
#include "metric/peak/peak_bracket.h"

#include "metric/measurement.h"

namespace assay::metric {

Result<std::vector<Measurement>> MeasurePeak(const MetricInfo& info, const MetricInput& input) {
  if (input.peak == nullptr || input.peak->streams != (info.unit == Unit::kCores)) {
    return std::vector{Undefined(info, "no find-peak search was run")};
  }
  const PeakBracket& peak = *input.peak;
  if (!peak.met) return std::vector{Undefined(info, "no trial met the bounds")};
  Measurement measurement = Blank(info);
  measurement.value = *peak.met;
  if (peak.not_met) {
    measurement.interval = Interval{*peak.met, *peak.not_met, 1, "bracket of trials"};
  } else {
    measurement.note = "no trial failed: the peak may be higher";
  }
  return std::vector{measurement};
}

}  // namespace assay::metric
