// SPDX-License-Identifier: Apache-2.0
// The cost of errors by draws of the cases: for prices that differ by row, which have no closed interval, and for how sure
// it is that one way to decide costs less than another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "run/scored_cases.h"

namespace assay::run {

// Draws of a bootstrap that a claim is judged by, and of one that is only shown.
inline constexpr std::size_t kClaimCostDraws = 10'000, kShownCostDraws = 2000;

struct DrawnCostRequest {
  CostInputs cost;
  std::optional<double> base_rate;  // empty: that of the cases, taken as exact
  double level = 0.95;
  std::size_t replicates = kShownCostDraws;
  std::uint64_t seed = 0;
};

// A system's decisions on its cases.
struct DecidedCases {
  const ScoredCases& cases;
  std::span<const std::int32_t> decisions;
};

// Where error_cost_per_1000 stands among the measurements with a value: puts in the cost by row when the cases have
// amounts, and adds the parts .p_below_flag_none and .p_below_flag_all: the share of draws in which these decisions cost
// less, draws that cost the same counted half. With a baseline that answered all of the cases also .less_baseline, the
// difference with its interval on the same draws, and .p_below_baseline.
// Shape    two classes, a decision per case.
// Errors   of metric/error_cost/decision_cost.h.
// Threads  safe: pure; the same seed gives the same result on any machine.
Result<void> DrawCosts(const DecidedCases& system, const DecidedCases* baseline, const DrawnCostRequest& request,
                       std::vector<Measurement>& measurements);

}  // namespace assay::run
