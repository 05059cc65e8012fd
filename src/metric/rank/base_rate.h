// SPDX-License-Identifier: Apache-2.0
// Carrying precision from the prevalence of the cases scored to the prevalence where the system
// will be used.
#pragma once

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

}  // namespace assay::metric
