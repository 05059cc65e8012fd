// SPDX-License-Identifier: Apache-2.0
// What the errors of a set of decisions cost per 1,000 requests, where each case may have prices of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::metric {

// Money per case, times the case's amount for it.
struct ErrorPrices {
  double miss = 0, false_alarm = 0, review = 0;  // >= 0
};

struct CostCases {
  std::span<const std::int32_t> label;  // 1 = positive
  std::span<const double> score;        // empty where only decisions are priced
  std::span<const double> amount;       // that a row's miss costs `miss` times, >= 0; empty = 1 each
  std::span<const double> alarm_amount = {}, review_amount = {};  // the same of a false alarm and a review
};

struct DecisionCost {
  double value = 0;                          // per 1,000 requests
  double flag_none = 0, flag_all = 0;        // what no system at all costs
  std::optional<Interval> interval;          // bootstrap; empty with the reason in `note`
  std::optional<Interval> less_none, less_all;  // of value - flag_none and value - flag_all, on the same draws
  // Share of the draws in which these decisions cost less; draws that cost the same count half.
  double below_none = 0, below_all = 0;
  std::optional<double> other;           // what `CostRequest::other` costs
  std::optional<Interval> less_other;    // of value - other, on the same draws
  std::optional<double> below_other;
  std::string note;
};

struct CostRequest {
  ErrorPrices prices;
  std::optional<double> base_rate;  // empty: that of the cases, taken as exact
  double level = 0.95;
  std::uint64_t seed = 0;
  std::size_t replicates = 2000;
  std::span<const std::int32_t> other = {};  // another rule's decisions on the same cases, to compare with; empty = none
};

// 1,000 x (pi x mean cost of a positive + (1 - pi) x mean cost of a negative): a missed positive costs a miss, a flagged
// one a review, a flagged negative an alarm and a review, each times the case's amount for it. The interval draws positives and negatives each among their
// own, BCa.
// Shape    a decision (1 = flagged) per case; amounts as many or none.
// Range    prices and amounts finite and >= 0; 0 < base_rate < 1.
// Errors   kContradiction for lengths; kOneClass; kOutOfRange naming the first row.
// Threads  safe: pure.
// Source   definition; interval: metric/resample/bootstrap.h.
Result<DecisionCost> CostOfDecisions(const CostCases& cases, std::span<const std::int32_t> flagged,
                                     const CostRequest& request);

// The decisions with the least cost on these cases: flag score >= threshold; infinity flags none. Descriptive: picked by
// the labels, so it flatters.
// Shape    scores, one per case.
// Errors   as above; kNotFinite.
Result<double> CheapestThreshold(const CostCases& cases, const CostRequest& request);

// Each half decided at the threshold that is cheapest on the other: what the rule "take the cheapest threshold" costs on
// cases that had no part in it.
// Shape    half[i] says which half case i is in.
// Errors   as above; kOneClass when a half lacks a class.
Result<std::vector<std::int32_t>> CrossFittedDecisions(const CostCases& cases, const std::vector<bool>& half,
                                                       const CostRequest& request);

}  // namespace assay::metric
