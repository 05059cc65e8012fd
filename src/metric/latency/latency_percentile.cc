// SPDX-License-Identifier: Apache-2.0
#include "metric/latency/latency_percentile.h"

#include <algorithm>
#include <string>
#include <vector>

#include "metric/measurement.h"
#include "stats/percentile.h"

namespace assay::metric {

Measurement TimePercentile(const MetricInfo& info, std::span<const std::int64_t> values, double share, double level,
                           std::string_view empty_reason) {
  std::vector<std::int64_t> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const auto index = stats::PercentileIndex(sorted.size(), share);
  if (!index) return Undefined(info, sorted.empty() ? std::string(empty_reason) : index.error().what);
  Measurement measurement = Blank(info);
  measurement.value = static_cast<double>(sorted[*index]);
  measurement.n = sorted.size();
  const auto interval = stats::PercentileInterval(sorted, share, level);
  if (interval) measurement.interval = *interval;
  if (!measurement.interval) measurement.note = "too few values to bound this percentile on both sides";
  return measurement;
}

Measurement LatencyPercentile(const MetricInfo& info, const PerformanceColumns& run, double share, double level) {
  Measurement measurement = TimePercentile(info, run.latency_ns, share, level, "no sample was answered");
  const std::uint64_t failed = run.samples_error + run.samples_lost;
  if (failed > 0 && measurement.value) {
    if (!measurement.note.empty()) measurement.note += "; ";
    measurement.note += std::to_string(failed) + " failed or lost samples have no latency and aren't in it";
  }
  return measurement;
}

}  // namespace assay::metric
