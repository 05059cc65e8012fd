// SPDX-License-Identifier: Apache-2.0
// A requirement on a file of predictions, "recall>=0.7 @ precision>=0.25", judged as a claim of a spec is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "run/evaluation.h"
#include "spec/quantity.h"
#include "verdict/verdict.h"

namespace assay::run {

// METRIC OP VALUE, at the file's decisions; or METRIC OP VALUE @ precision>=SHARE, at the threshold with the highest
// recall whose precision is certified.
struct Requirement {
  std::string text;                        // as written
  std::string metric;
  spec::Bound bound;
  std::optional<spec::Condition> given;    // precision >= SHARE
};

// Errors   kBadBound naming the part that isn't NAME OP VALUE, or what stands after '@' when it isn't precision;
//          kUnknownName for a metric; kUsage for one that needs a load run or another system.
Result<Requirement> ParseRequirement(std::string_view text);

struct RequirementResult {
  Requirement requirement;
  verdict::ClaimVerdict verdict;
  std::optional<OperatingPointResult> point;
};

// Range    0.5 < level < 1: the confidence of the verdict; a certified precision and the metric there share 1 - level.
// Errors   of the metrics.
// Threads  safe: pure.
Result<RequirementResult> JudgeRequirement(const Requirement& requirement, const ScoredCases& cases,
                                           std::optional<double> base_rate, double level);

}  // namespace assay::run
