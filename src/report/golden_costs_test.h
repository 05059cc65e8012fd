// SPDX-License-Identifier: Apache-2.0
// The golden model's claim about a part of the data and its cost curves, from counts by hand.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "report/model.h"

namespace assay::report {

// 44 of 50 found among the older ones; one of two claims about parts.
inline verdict::ClaimVerdict GoldenSlice(std::string system) {
  verdict::ClaimVerdict claim;
  claim.claim = "old_ones_too", claim.metric = "recall", claim.system = std::move(system);
  claim.split = "certify", claim.slice = "age >= 70";
  claim.outcome = verdict::Outcome::kPass, claim.primary = claim.required = true, claim.slot = 6;
  claim.measured = 0.88, claim.interval = Interval{0.7486, 0.9560, 0.95, "clopper-pearson"};
  claim.bound_text = ">= 70%", claim.limit = 0.7, claim.unit = Unit::kShare, claim.margin = 0.88 / 0.7 - 1;
  claim.n = 50, claim.n_unit = "positives";
  claim.reason = "recall 0.88 (0.7486 to 0.956) against >= 70%";
  claim.correction = "corrected by Holm for 2 primary claims about parts of the data: the chance of error is divided by 2";
  return claim;
}

// At a base rate of 1 %, a false alarm at 4 and a review at 1: shares of what it costs to be always wrong.
inline CostCurve GoldenCostCurve(std::string system, double recall, double alarms) {
  constexpr double kRate = 0.01, kAlarm = 4, kReview = 1;
  CostCurve curve;
  curve.system = std::move(system), curve.split = "certify", curve.decision = "at the operating point";
  curve.base_rate = kRate, curve.stated_ratio = 25;
  const double to_alarm = (kAlarm + kReview) * (1 - kRate);
  curve.pays_from = (kReview + to_alarm * alarms / (kRate * recall)) / kAlarm;
  curve.pays_to = (kReview + to_alarm * (1 - alarms) / (kRate * (1 - recall))) / kAlarm;
  const auto cost = [&](double miss, double found, double flagged) {
    return 1000 * (kRate * ((1 - found) * miss + found * kReview) + to_alarm * flagged);
  };
  for (const double ratio : {1.0, 5.0, 20.0, 50.0, 100.0, 200.0, 500.0, 2000.0, 20000.0}) {
    const double miss = ratio * kAlarm, wrong = 1000 * (kRate * miss + (1 - kRate) * kAlarm);
    CostCurvePoint& point = curve.points.emplace_back();
    point.ratio = ratio, point.weight = 1000 * kRate * miss / wrong;
    point.flag_none = cost(miss, 0, 0) / wrong, point.flag_all = cost(miss, 1, 1) / wrong;
    point.rule = cost(miss, recall, alarms) / wrong;
    if (recall > 0.7) point.cheapest = std::min(point.rule, std::min(point.flag_none, point.flag_all));
  }
  curve.cost = cost(100, recall, alarms), curve.flag_none = cost(100, 0, 0), curve.flag_all = cost(100, 1, 1);
  return curve;
}

}  // namespace assay::report
