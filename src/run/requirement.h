// SPDX-License-Identifier: Apache-2.0
// A requirement on a file of predictions, "recall>=0.7 @ precision>=0.25", judged as a claim of a spec is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "run/evaluation.h"
#include "spec/quantity.h"
#include "verdict/verdict.h"

namespace assay::run {

// METRIC OP VALUE, at the file's decisions; or METRIC OP VALUE @ precision>=SHARE, at the threshold with the highest
// recall whose precision is certified. `from-costs` in place of a recall's or precision's value: what the costs ask for.
struct Requirement {
  std::string text;                        // as written
  std::string metric;
  spec::Bound bound;
  std::optional<spec::Condition> given;    // precision >= SHARE
  bool bound_from_costs = false, given_from_costs = false;
};

// Errors   kBadBound naming the part that isn't NAME OP VALUE, or what stands after '@' when it isn't precision;
//          kUnknownName for a metric; kUsage for one that needs a load run or another system.
Result<Requirement> ParseRequirement(std::string_view text);

// How requirements on one file are judged.
struct JudgingOptions {
  std::optional<double> base_rate, base_rate_high;  // high: the base rate is somewhere between the two
  double alpha = 0.05;                       // chance of a wrong verdict
  std::string method = "fixed_sequence";     // split, grid, descriptive
  std::optional<double> fixed_threshold;     // set before these cases were seen: precision and claim are judged together
  CostInputs cost;
  std::vector<double> amount;                // of each row: a missed positive costs cost.fn times it; empty = 1
  std::uint64_t seed = 0;
};

struct RequirementResult {
  Requirement requirement;
  verdict::ClaimVerdict verdict;
  std::optional<OperatingPointResult> point;
};

// With base_rate_high a requirement passes where it passes at both ends, and fails where it fails at both.
// Range    0 < alpha < 0.5; a certified precision and the metric there share it, unless fresh cases judge both (method split, a fixed threshold).
// Errors   of the metrics; kOutOfRange where costs don't lead to a precision or recall.
// Threads  safe: pure.
Result<RequirementResult> JudgeRequirement(const Requirement& requirement, const ScoredCases& cases,
                                           const JudgingOptions& options);

}  // namespace assay::run
