// SPDX-License-Identifier: Apache-2.0
// Planning: from settings and seeds to schedules, as a pure function equal to MLPerf LoadGen's.
//
// The same seeds and settings give the same loaded sets, sample order, query count and due times as
// LoadGen 6.0.17, quirks included: unused shuffles that draw from the same stream, the extra set of
// equal issue in SingleStream, the padding of MultiStream sets. Own traffic uses the same sample
// stream and its arrival's due times.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "assay/result.h"
#include "base/column.h"
#include "load/schedule.h"
#include "spec/scenario.h"

namespace assay::load {

struct PlanSettings {
  spec::Scenario scenario;
  spec::Mode mode = spec::Mode::kPerformance;
  spec::Seeds seeds;
  spec::IssueOrder order = spec::IssueOrder::kUniform;
  bool equal_counts = false;  // equal issue beside another order: whole sets, as order kEqual has them
  std::uint64_t same_index = 0;
  std::int64_t min_duration_ns = 10'000'000'000;
  std::int64_t max_duration_ns = 0;
  std::uint64_t min_query_count = 100;
  std::uint64_t max_query_count = 0;
  std::uint64_t total_sample_count = 0;                 // of the dataset
  std::uint64_t performance_sample_count = 0;           // what fits in memory at once
  std::uint64_t performance_sample_count_override = 0;  // 0 = none
  std::uint64_t accuracy_sample_count_override = 0;     // 0 = none
  std::vector<std::int64_t> arrivals_ns;  // OwnTraffic: due times, ascending, from load/arrival
  // Also plan what can never be VALID (kContradiction otherwise), as LoadGen does: for the drop-in
  // and for parity.
  bool plan_contradictions = false;
  base::ColumnPlace place;  // of the schedule
};

// Equal issue, alone or beside another order.
inline bool EqualIssue(const PlanSettings& settings) {
  return settings.order == spec::IssueOrder::kEqual || settings.equal_counts;
}

// One loaded set with what is issued from it.
struct Series {
  bool accuracy = false;
  std::vector<std::uint64_t> load;  // indices for LoadSamples, padding included
  Schedule schedule;
  StopRule stop;
  std::uint64_t min_query_count = 0;   // effective
  std::uint64_t min_sample_count = 0;  // effective
};

// All series of a run in order: accuracy sets first in submission mode, then the performance set.
//
// In accuracy mode the arrivals of own traffic repeat until every sample of the set has gone out once. `sets_chosen` is
// called when it is known what is loaded, before queries are drawn.
// Range    total and performance sample counts >= 1; rates positive and finite; same_index inside the set; at most
//          kMaxPlannedSamples samples a series.
// Errors   kOutOfRange and kContradiction, all at once, where.path naming the setting; nothing is replaced by a default.
// Threads  safe: pure.
// Source   MLPerf LoadGen 6.0.17 by observed behaviour: loadable sets, internal settings, query generation.
Results<std::vector<Series>> PlanRun(const PlanSettings& settings, const std::function<void()>& sets_chosen = {});

}  // namespace assay::load
