// SPDX-License-Identifier: Apache-2.0
// From a traffic entry to the series that is issued: what the spec leaves open is filled here, from a probe or from
// what early stopping needs at least.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/result.h"
#include "load/plan.h"
#include "load/probe.h"
#include "spec/spec.h"

namespace assay::run {

struct CellPlan {
  load::Series series;
  std::optional<double> rate_asked;  // queries per second, where the traffic asks for a rate
  std::string size_origin;           // what sized the schedule: "spec", "probe", "data"
  std::uint64_t min_query_count = 0;
  std::int64_t min_duration_ns = 0;
};

// True when the entry can't be planned without knowing roughly how fast the system is.
bool NeedsProbe(const spec::Traffic& traffic);

// The percentile that the entry's latency is judged at: its bound's, else MLPerf's for the scenario (SingleStream 0.90,
// all others 0.99).
double JudgedPercentile(const spec::Traffic& traffic);

// Queries that the entry issues at least: as stated, else the fewest with which early stopping can pass the percentile
// with one query over the bound (64 at 0.90, 662 at 0.99); 1 for Offline and for accuracy.
std::uint64_t MinQueryCount(const spec::Traffic& traffic);

// Errors   as load::PlanRun; kNotFound and kBadRow for a trace; kMissingKey when a probe is needed and absent.
Results<CellPlan> PlanCell(const spec::Spec& spec, const spec::Traffic& traffic, std::uint64_t dataset_size,
                           const std::optional<load::ProbeOutcome>& probe);

}  // namespace assay::run
