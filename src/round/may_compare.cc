// SPDX-License-Identifier: Apache-2.0
// Whether numbers of two rounds may stand beside each other. A break that we know of comes first, because its reason says
// most; then the compatibility table decides; what it has no row for is comparable within one round only.
#include "round/round.h"

namespace assay::round {
namespace {

constexpr std::string_view kTable = "MLCommons, MLPerf_Compatibility_Table.adoc";

bool Crosses(const MetricBreak& each, std::string_view family, Scenario scenario, std::string_view older,
             std::string_view newer) {
  return (each.benchmark.empty() || each.benchmark == family) && each.scenario.value_or(scenario) == scenario &&
         CompareRounds(older, each.before) <= 0 && CompareRounds(newer, each.from) >= 0;
}

}  // namespace

Comparable MayCompare(std::string_view benchmark, Scenario scenario, std::string_view round_a,
                      std::string_view round_b) {
  const Round* const a = FindRound(round_a);
  const Round* const b = FindRound(round_b);
  if (!a || !b) return {false, "one of the rounds isn't known", ""};
  if (a == b) return {true, "", ""};
  const std::string_view older = a < b ? a->name : b->name;
  const std::string_view newer = a < b ? b->name : a->name;
  const std::string_view family = FamilyOf(benchmark);
  for (const MetricBreak& each : AllMetricBreaks()) {
    if (Crosses(each, family, scenario, older, newer)) return {false, each.reason, each.source};
  }
  bool has_row = false;
  for (const Compatibility& each : AllCompatibilities()) {
    if (each.benchmark != family) continue;
    has_row = true;
    if (CompareRounds(each.first, older) <= 0 && (each.last.empty() || CompareRounds(newer, each.last) <= 0)) {
      return {true, "", each.source};
    }
  }
  if (has_row) return {false, "MLCommons' compatibility table has no stretch that holds both rounds", kTable};
  return {false, "MLCommons' compatibility table has no row for this benchmark: comparable within one round only", kTable};
}

}  // namespace assay::round
