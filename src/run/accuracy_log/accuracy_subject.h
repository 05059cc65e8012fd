// SPDX-License-Identifier: Apache-2.0
// Whose gates an accuracy is held against: a benchmark of a round, in a scenario where that matters.
#pragma once

#include <optional>
#include <string>

#include "assay/result.h"
#include "round/round.h"

namespace assay::run {

struct AccuracySubject {
  const round::Round* round = nullptr;
  const round::Benchmark* benchmark = nullptr;
  std::optional<round::Scenario> scenario;
};

// Shape    names as people write them; an empty scenario is none stated.
// Errors   kUsage for names that are missing or can be several, and for a scenario that the benchmark's gates depend on;
//          kUnknownName.
// Threads  safe: pure.
Result<AccuracySubject> FindAccuracySubject(const std::string& round_name, const std::string& benchmark_name,
                                            const std::string& scenario_name);

}  // namespace assay::run
