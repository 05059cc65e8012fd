// SPDX-License-Identifier: Apache-2.0
// What LoadGen makes of its settings before it plans: rates, counts and durations per scenario.
#pragma once

#include <cstdint>

#include "assay/result.h"
#include "load/plan.h"

namespace assay::load {

struct EffectiveSettings {
  double target_qps = 0;  // 0 for own traffic
  std::uint64_t samples_per_query = 1;
  std::uint64_t min_query_count = 0;
  std::uint64_t min_sample_count = 0;
  std::int64_t target_duration_ns = 0;      // of the issue loop: 0 for Offline
  std::int64_t generation_duration_ns = 0;  // how much is planned
  std::uint64_t performance_sample_count = 0;
  std::uint64_t accuracy_sample_count = 0;
};

bool PlansAccuracy(spec::Mode mode);
bool PlansPerformance(spec::Mode mode);

// Checks the settings and resolves them.
// Range    as PlanRun.
// Errors   kOutOfRange and kContradiction, all that are known before planning.
// Threads  safe: pure.
// Source   MLPerf LoadGen 6.0.17, effective settings; the checks are assay's.
Results<EffectiveSettings> ResolveSettings(const PlanSettings& settings);

}  // namespace assay::load
