// SPDX-License-Identifier: Apache-2.0
// How scores would have to be stretched and shifted, on the scale of log odds, to fit the labels: the logistic regression
// of the labels on logit(score). Slope 1 and intercept 0 are calibrated; a slope below 1 means scores that are too extreme.
#pragma once

#include <optional>

#include "metric/rank/rank_curve.h"

namespace assay::metric {

struct LogisticFit {
  double slope = 0, intercept = 0;
  double slope_error = 0, intercept_error = 0;  // standard errors, from the information at the fit
  double certain = 0;                           // weight of the cases with a score of 0 or 1, which were kept 2^-52 away
};

// By Newton's method, halving steps that don't raise the likelihood.
// Range    scores in [0, 1].
// Returns  empty where the likelihood has no single highest point: one class, one score, or labels that a threshold parts.
// Threads  safe: pure.
// Source   Cox, Biometrika 45 (1958) 562-565; Miller, Hui, Tierney, Stat. Med. 10 (1991) 1213-1226.
std::optional<LogisticFit> FitLogistic(const RankCurve& curve);

}  // namespace assay::metric
