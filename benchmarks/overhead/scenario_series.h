// SPDX-License-Identifier: Apache-2.0
// Series of a stated size with the shape of each scenario, for measuring what issue and completion cost.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "load/plan.h"

namespace assay::overhead {

// A rate that no system keeps: every query is overdue when its turn comes, so that no wait is measured.
inline constexpr std::int64_t kServerGapNs = 1;

inline load::Series SeriesOf(load::Release release, std::uint64_t queries, std::uint64_t samples_per_query,
                             std::int64_t gap_ns) {
  load::Series series;
  series.load = {0};
  series.schedule.release = release;
  series.schedule.samples_per_query = samples_per_query;
  series.schedule.sample_index.resize(queries * samples_per_query);
  series.schedule.due_ns.reserve(queries);
  for (std::uint64_t query = 0; query < queries; ++query) {
    series.schedule.due_ns.push_back(static_cast<std::int64_t>(query) * gap_ns);
  }
  series.stop.min_query_count = queries;
  return series;
}

struct ScenarioShape {
  std::string_view name;
  load::Release release;
  bool one_query;  // all samples in it
  std::uint64_t samples_per_query;

  // Range    samples >= samples_per_query.
  load::Series Make(std::uint64_t samples) const {
    const std::uint64_t per_query = one_query ? samples : samples_per_query;
    return SeriesOf(release, samples / per_query, per_query, kServerGapNs);
  }
};

inline constexpr std::array kScenarioShapes = {
    ScenarioShape{"SingleStream", load::Release::kAfterPrevious, false, 1},
    ScenarioShape{"MultiStream", load::Release::kAfterPrevious, false, 8},
    ScenarioShape{"Server", load::Release::kAtDueTime, false, 1},
    ScenarioShape{"Offline", load::Release::kAtDueTime, true, 1},
};

}  // namespace assay::overhead
