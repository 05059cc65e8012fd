// SPDX-License-Identifier: Apache-2.0
// The verdict on one claim for one system: PASS, FAIL, UNDECIDED or NOT MEASURED, and how many cases would decide it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/metric.h"
#include "spec/spec.h"
#include "verdict/verdict.h"

namespace assay::verdict {

// Said of every performance figure whose system, model hash and precision have no passed accuracy run.
inline constexpr std::string_view kUnqualified = "unqualified: accuracy not shown";

// What there is to judge a claim by.
struct ClaimEvidence {
  std::string system, traffic, split;
  std::optional<Measurement> measured;  // the claim's metric, measured at ClaimIntervalLevel(level)
  std::string missing;                  // why `measured` is empty: "no load run of traffic online"
  std::string invalid;                  // reasons why the run it comes from is INVALID; empty when VALID
  std::optional<double> reference;      // the gate system's value
  // Paired interval of value - share x reference on the same cases, where the metric has one (metric/paired/gate.h).
  std::optional<Interval> gate_difference;
  // The run of a latency percentile: the claim then needs early stopping's certainty, as the run's own bound does.
  const PerformanceColumns* run = nullptr;
  bool is_performance = false;          // the metric needs a load run
  bool accuracy_shown = true;           // a passed accuracy run of the same system, model hash and precision exists
  double level = 0.95;
};

// A value without an interval (a count, a cost) stands for itself, and the reason says so. A gate's limit is its share
// of the reference value; without a paired interval it is taken as exact, and the reason says that.
// Range    any evidence; 0.5 < level < 1.
// Errors   none: what can't be judged is NOT MEASURED with the reason.
// Threads  safe: pure.
// Source   bound_check.h; stats/sample_size.h for the number that would decide.
ClaimVerdict JudgeClaim(const spec::Claim& claim, const ClaimEvidence& evidence);

}  // namespace assay::verdict
