// SPDX-License-Identifier: Apache-2.0
#include "results/coverage.h"

#include <algorithm>

namespace assay::results {
namespace {

void Count(const Row& row, RoundCoverage& coverage) {
  const System& system = *row.system;
  ++coverage.rows;
  coverage.imported += row.source.starts_with("https://") ? 0 : 1;
  coverage.closed += system.division == Division::kClosed ? 1 : 0;
  coverage.open += system.division == Division::kOpen ? 1 : 0;
  coverage.network += system.division == Division::kNetwork ? 1 : 0;
  coverage.latency_bound += row.target_latency_ns ? 1 : 0;
  coverage.token_latency += row.ttft_p99_ns && row.tpot_p99_ns ? 1 : 0;
  coverage.precision += row.weights.disclosed ? 1 : 0;
  coverage.result_id += row.result_id.empty() ? 0 : 1;
  coverage.nodes += system.nodes ? 1 : 0;
  coverage.accelerators += system.accelerators.total ? 1 : 0;
  coverage.power += row.power_value ? 1 : 0;
  coverage.accuracy += row.accuracy.empty() ? 0 : 1;
}

}  // namespace

std::vector<RoundCoverage> CoverageOf(const RowSet& rows) {
  std::vector<RoundCoverage> all;
  for (const round::Round& round : round::AllRounds()) {
    all.push_back({.round = round.name, .published = round.published, .held = IsHeld(round.name)});
  }
  for (const Row& row : rows.rows()) {
    auto found = std::find_if(all.begin(), all.end(), [&](const RoundCoverage& entry) {
      return entry.round == row.system->round;
    });
    if (found == all.end()) {
      all.push_back({.round = row.system->round, .known = false});
      found = all.end() - 1;
    }
    Count(row, *found);
  }
  return all;
}

}  // namespace assay::results
