// SPDX-License-Identifier: Apache-2.0
// Carrying precision from the prevalence of the cases scored to the prevalence where the system
// will be used.
#pragma once

#include <cstdint>
#include <optional>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/rank/rank_curve.h"

namespace assay::metric {

// The share whose odds are odds(share) x odds(to) / odds(from): precision at prevalence `to` of
// flagged cases that have precision `share` at prevalence `from`. Holds when scores within each
// class are alike in both places (label shift). Increasing in `share`, so it carries bounds as well
// as values. Range    0 <= share <= 1; 0 < from < 1; 0 < to < 1. Threads  safe: pure. Source Bayes:
// odds of a positive among flagged cases = odds of a positive x TPR / FPR.
double ShiftedShare(double share, double from, double to);

// The curve of the same cases with positives and negatives weighted so that their prevalence is
// `base_rate`; the weight of all stays. Metrics that need the squares of weights have none here:
// positive_squares is 0. Range    0 < base_rate < 1; at least one positive and one negative.
// Threads  safe: pure.
// Source   weights to / from for positives, (1 - to) / (1 - from) for negatives: label shift, as
// above.
RankCurve AtBaseRate(RankCurve curve, double base_rate);

// Flags among `positives` and among `negatives`.
struct FlagCounts {
  std::uint64_t true_positives = 0, positives = 0, false_positives = 0, negatives = 0;
};

struct ExpectedAtBaseRate {
  double precision = 0;               // pi TPR / (pi TPR + (1 - pi) FPR)
  double flag_rate = 0;               // share of all cases that are flagged
  std::optional<Interval> precision_interval;  // approximate, for display; empty where TPR or FPR is 0
};

// What the same decisions give at another prevalence.
// Range    0 < base_rate < 1, 0 < level < 1; at least one positive and one negative; TP and FP no more than these.
// Errors   kOneClass, kOutOfRange; kUndefined where no case is flagged.
// Threads  safe: pure.
// Source   Simel, Samsa, Matchar, J. Clin. Epidemiol. 44 (1991) 763-770 (variance of the log likelihood ratio); Mercaldo,
//          Lau, Zhou, Stat. Med. 26 (2007) 2170-2183 (logit of precision).
Result<ExpectedAtBaseRate> ExpectAtBaseRate(const FlagCounts& counts, double base_rate, double level);

// Money per 1,000 requests at `base_rate`: misses, false alarms, and the review of everything flagged.
// Range    as above.
Result<double> ExpectedCostPer1000(const FlagCounts& counts, double base_rate, double miss, double false_alarm,
                                   double review);

// The threshold at which a calibrated probability's expected costs balance: flag when score >= this.
// Unit     money in, a probability out.
// Range    a false alarm costs more than a true negative, and a miss more than a true positive.
// Errors   kOutOfRange.
// Source   Elkan, IJCAI 2001, section 2.
struct DecisionCosts {
  double false_alarm = 0, miss = 0, true_positive = 0, true_negative = 0;
};
Result<double> BayesThreshold(const DecisionCosts& costs);

}  // namespace assay::metric
