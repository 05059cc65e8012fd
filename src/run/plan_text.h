// SPDX-License-Identifier: Apache-2.0
// What a run would do, before it does it: settings with their origins, loads, labels needed, expected time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "run/compare/comparison_need.h"
#include "run/pre_run_check.h"
#include "spec/spec.h"

namespace assay::run {

struct PlannedLoad {
  std::string cell;                          // "mlp-fp32/online/1"
  std::string scenario;
  std::optional<std::uint64_t> queries;      // empty: known only after a probe
  std::optional<std::uint64_t> samples;
  std::uint64_t min_queries = 0;
  std::optional<double> expected_seconds;
};

struct RunPlan {
  std::string resolved_yaml;                 // each line with its origin
  std::vector<PlannedLoad> loads;
  std::vector<LabelNeed> labels;
  std::optional<ComparisonNeeds> comparison; // where there are systems to compare
  double expected_seconds = 0;               // of the loads whose time is known
};

// Opens the data, makes no system.
Results<RunPlan> PlanOf(const spec::Spec& spec);

std::string PlanText(const RunPlan& plan);
std::string PlanJson(const RunPlan& plan);  // {"schema": "assay.plan/1", …}

}  // namespace assay::run
