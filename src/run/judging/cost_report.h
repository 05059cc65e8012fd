// SPDX-License-Identifier: Apache-2.0
// What errors cost under several ways to decide, and where the decision flips.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/result.h"
#include "base/json.h"
#include "metric/error_cost/break_even.h"
#include "metric/error_cost/decision_cost.h"
#include "run/scored_cases.h"

namespace assay::run {

struct CostQuestion {
  metric::ErrorPrices prices;
  std::vector<double> amount;               // of each row; empty = 1
  std::string currency;                     // empty = not named
  std::optional<double> base_rate, base_rate_high;
  std::optional<double> certified;          // threshold
  double threshold = 0.5;                   // of the file's own decisions, where it has scores
  double level = 0.95;
  std::uint64_t seed = 0;
};

struct CostedRule {
  std::string name;
  std::optional<double> threshold;  // flag score >= this
  metric::DecisionCost cost;
  bool descriptive = false;         // picked by these labels
};

struct CostReport {
  std::string currency;
  double base_rate = 0;
  bool own_rate = false;                     // that of the cases, no other was stated
  std::vector<CostedRule> rules;
  std::size_t judged = 0;                    // the rule that break-even points and curve are about
  metric::BreakEven break_even;
  std::optional<double> pays_from;           // precision
  std::vector<metric::CostCurvePoint> curve; // empty where a false alarm is free or there are no scores
  struct RateRow {
    double base_rate = 0, precision = 0, flagged_per_1000 = 0, cost = 0, flag_none = 0, flag_all = 0;
  };
  std::vector<RateRow> by_rate;              // of the judged rule
};

// Errors   of metric/error_cost.
// Threads  safe: pure.
Result<CostReport> MakeCostReport(const ScoredCases& cases, const CostQuestion& question);

std::string CostText(const CostReport& report);
void WriteCosts(const CostReport& report, base::JsonWriter& json);

}  // namespace assay::run
