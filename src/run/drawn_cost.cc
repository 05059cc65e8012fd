// SPDX-License-Identifier: Apache-2.0
#include "run/drawn_cost.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include "metric/error_cost/decision_cost.h"

namespace assay::run {
namespace {

constexpr std::string_view kDrawnMetric = "error_cost_per_1000";

bool IsPricedByRow(const ScoredCases& cases) {
  return !cases.miss_amount.empty() || !cases.alarm_amount.empty() || !cases.review_amount.empty();
}

// The baseline's decisions in the order of the system's cases; empty when it lacks one of them.
std::vector<std::int32_t> DecisionsInOrder(const ScoredCases& cases, const DecidedCases* baseline) {
  std::vector<std::int32_t> decisions;
  if (baseline == nullptr || baseline->decisions.empty()) return decisions;
  std::unordered_map<std::string_view, std::size_t> rows;
  for (std::size_t row = 0; row < baseline->cases.ids.size(); ++row) rows.emplace(baseline->cases.ids[row], row);
  for (const std::string& id : cases.ids) {
    const auto found = rows.find(id);
    if (found == rows.end()) return {};
    decisions.push_back(baseline->decisions[found->second]);
  }
  return decisions;
}

Measurement* FindPart(std::vector<Measurement>& measurements, std::string_view part) {
  const std::string name = std::string(kDrawnMetric) + (part.empty() ? "" : ".") + std::string(part);
  const auto found = std::ranges::find(measurements, name, &Measurement::metric);
  return found == measurements.end() ? nullptr : &*found;
}

// The closed form knows one price per error; here each case has its own.
void TakeCostsByRow(const metric::DecisionCost& drawn, const CostInputs& cost, std::vector<Measurement>& measurements) {
  const auto put = [&](std::string_view part, double value) {
    if (Measurement* measurement = FindPart(measurements, part)) measurement->value = value;
  };
  put("flag_none", drawn.flag_none);
  put("flag_all", drawn.flag_all);
  if (cost.serve) put("with_serving", drawn.value + 1000 * *cost.serve);
  Measurement& total = *FindPart(measurements, "");
  total.value = drawn.value, total.interval = drawn.interval;
  total.note += ", each case at its own amounts" + (drawn.note.empty() ? "" : "; " + drawn.note);
}

}  // namespace

Result<void> DrawCosts(const DecidedCases& system, const DecidedCases* baseline, const DrawnCostRequest& request,
                       std::vector<Measurement>& measurements) {
  const Measurement* total = FindPart(measurements, "");
  if (total == nullptr || !total->value) return {};
  const ScoredCases& cases = system.cases;
  const std::vector<std::int32_t> other = DecisionsInOrder(cases, baseline);
  const CostInputs& cost = request.cost;
  ASSAY_TRY(drawn, metric::CostOfDecisions(
                       {.label = cases.label, .score = {}, .amount = cases.miss_amount, .alarm_amount = cases.alarm_amount,
                        .review_amount = cases.review_amount},
                       system.decisions,
                       {.prices = {cost.fn.value_or(0), cost.fp.value_or(0), cost.review.value_or(0)},
                        .base_rate = request.base_rate, .level = request.level, .seed = request.seed,
                        .replicates = request.replicates, .other = other}));
  if (IsPricedByRow(cases)) TakeCostsByRow(drawn, cost, measurements);
  std::vector<Measurement> parts;
  const auto add = [&](std::string_view part, Unit unit, Better better, double value) -> Measurement& {
    parts.push_back({.metric = std::string(kDrawnMetric) + "." + std::string(part), .value = value, .unit = unit,
                     .better = better, .n = cases.label.size(),
                     .note = std::to_string(request.replicates) + " draws of the cases"});
    return parts.back();
  };
  add("p_below_flag_none", Unit::kShare, Better::kHigher, drawn.below_none);
  add("p_below_flag_all", Unit::kShare, Better::kHigher, drawn.below_all);
  if (drawn.other) {
    add("less_baseline", Unit::kMoneyPer1000, Better::kLower, drawn.value - *drawn.other).interval = drawn.less_other;
    add("p_below_baseline", Unit::kShare, Better::kHigher, *drawn.below_other);
  }
  measurements.insert(measurements.end(), parts.begin(), parts.end());
  return {};
}

}  // namespace assay::run
