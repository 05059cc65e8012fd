// SPDX-License-Identifier: Apache-2.0
// One look at each system of a spec: does it answer, what is its first answer, roughly how fast is it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/executor.h"
#include "assay/result.h"
#include "spec/spec.h"

namespace assay::run {

struct ProbedSystem {
  std::string system;
  ExecutorDescription executor;
  double query_latency_ns = 0;      // least of a few queries, one at a time
  double samples_per_second = 0;    // of one large query
  std::string case_id, label;       // of the first sample; empty without data
  std::string first_output;         // the tensor's numbers: "[0.93, 0.07]"
  std::optional<double> score;
  std::string predicted;
};

// `system` = one id; empty = all.
// Errors   of spec, data and executor; kBadReference for an id that the spec lacks.
Results<std::vector<ProbedSystem>> ProbeSystems(const spec::Spec& spec, const std::string& system);

}  // namespace assay::run
