// SPDX-License-Identifier: Apache-2.0
// Where a decision about errors' costs flips: the price or the base rate at which doing nothing, or flagging everything,
// becomes as good.
#pragma once

#include <optional>
#include <vector>

#include "assay/result.h"
#include "metric/rank/rank_curve.h"

namespace assay::metric {

// One decision rule in service.
struct FlagShares {
  double of_positives = 0, of_negatives = 0;  // recall, false alarms
  double base_rate = 0;
};

struct CostTerms {
  double miss = 0, false_alarm = 0, review = 0;  // money per case
};

// 1,000 x (pi (1 - recall) miss + (1 - pi) alarms x false_alarm + (pi recall + (1 - pi) alarms) review).
double CostPer1000(const FlagShares& shares, const CostTerms& terms);

struct BreakEven {
  // The rule beats flagging none where a miss costs more than `miss_above`, and flagging all where it costs less than
  // `miss_below`; both over the cost of a false alarm in `ratio_…`. Empty: never, or (ratios) a free false alarm.
  std::optional<double> miss_above, miss_below, ratio_above, ratio_below;
  // The same for the base rate, at the stated prices: the rule pays between the two.
  std::optional<double> rate_above, rate_below;
};

// Range    shares in [0, 1], 0 < base_rate < 1, prices >= 0.
// Threads  safe: pure.
// Source   the costs of two rules set equal and solved; Drummond, Holte, Machine Learning 65 (2006) 95-130 (cost curves).
BreakEven BreakEvenOf(const FlagShares& shares, const CostTerms& terms);

// The least precision of flagged cases at which flagging them pays: (false_alarm + review) / (miss + false_alarm).
// Errors   kOutOfRange where a review costs as much as a miss: no precision pays then; or where both errors are free.
Result<double> PrecisionFromCosts(const CostTerms& terms);

// The least recall at which a rule whose flagged cases have `precision` costs no more than the cheaper of flagging none and
// flagging all.
// Range    0 < precision <= 1, 0 < base_rate < 1.
// Errors   kOutOfRange where no recall does, because flagging at that precision doesn't pay.
Result<double> RecallFromCosts(const CostTerms& terms, double precision, double base_rate);

struct CostCurvePoint {
  double ratio = 0;  // of the cost of a miss to that of a false alarm
  double flag_none = 0, flag_all = 0;
  double at_threshold = 0;                // of the rule, all three per 1,000
  double cheapest = 0;                    // over all thresholds, picked by the labels
  std::optional<double> cheapest_at;      // its threshold; empty flags none
};

// Costs over the ratio of the two errors' prices, because that is what there is disagreement on, the false alarm's and the
// review's price as stated.
// Shape    unweighted curve; points at equal steps of the logarithm, from `low` to `high`.
// Range    0 < low < high, points >= 2; false_alarm > 0.
// Errors   kOutOfRange, kOneClass.
Result<std::vector<CostCurvePoint>> CostCurve(const RankCurve& curve, const FlagShares& shares, const CostTerms& terms,
                                              double low, double high, std::size_t points);

}  // namespace assay::metric
