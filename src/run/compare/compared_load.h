// SPDX-License-Identifier: Apache-2.0
// Two systems' latency and rate under the same load, over repeated runs. The repeat is the unit.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "run/compare/comparison.h"
#include "run/evaluation.h"

namespace assay::run {

struct LoadCompareRequest {
  std::set<std::string> metrics = {};  // named ones of load runs; empty = the usual ones of the scenario
  bool same_run = false;          // both sides are in one run directory
  bool interleaved = false;       // and the systems took turns: repeats belong together in pairs
  double level = 0.95;
};

// A figure of each repeat of either side. `paired`: value i of one side belongs to value i of the other. With fewer than
// two repeats on a side it can't be judged, and the reason says so.
// Unit     as the metric's; change as a share.
// Threads  safe: pure.
ComparedMetric CompareRepeats(const MetricInfo& info, std::span<const double> baseline, std::span<const double> other,
                              bool paired, double level);

// The cells of one traffic entry on either side, one per repeat. INVALID runs are left out and named.
// Range    at least one cell on either side.
// Errors   kNotComparable when scenario, rate or samples per query differ; kUsage for a metric that isn't one of loads.
// Threads  safe: pure.
Result<ComparedPart> CompareLoad(std::span<const CellResult* const> baseline, std::span<const CellResult* const> other,
                                 const LoadCompareRequest& request);

}  // namespace assay::run
