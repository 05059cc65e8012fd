// SPDX-License-Identifier: Apache-2.0
// The machine as a run finds it: rows for the record and the report, and what makes it unfit to measure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assay/clock.h"
#include "host/timer_lateness.h"

namespace assay::run {

struct HostFacts {
  std::vector<std::pair<std::string, std::string>> rows;  // name, value; "not known" where the system doesn't say
  host::TimerLateness lateness;
  std::vector<std::string> unfit;    // one sentence each; empty = fit
  std::vector<std::string> advice;   // what would make it better, or is worth knowing
};

// Beyond these a host is called unfit: waits end this late at the 99th percentile; this share of time goes elsewhere.
inline constexpr std::int64_t kMostLatenessNs = 1'000'000;
inline constexpr double kMostSteal = 0.05;

// Takes about a third of a second: it measures how late waits on `clock` end.
HostFacts ReadHostFacts(Clock& clock);

}  // namespace assay::run
