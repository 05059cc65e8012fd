// SPDX-License-Identifier: Apache-2.0
// Losses of scores that are probabilities of the positive class. Functions of the rank curve,
// because cases with equal scores and labels lose alike.
#pragma once

#include <optional>
#include <string>

#include "metric/rank/rank_curve.h"

namespace assay::metric {

// Why the scores can't be probabilities, or empty when they can.
std::optional<std::string> NotProbabilities(const RankCurve& curve);

// Mean of (score - label)^2.
// Range    scores in [0, 1].
// Threads  safe: pure.
// Source   Brier, Mon. Weather Rev. 78 (1950) 1-3.
double BrierScore(const RankCurve& curve);

// Mean of -ln(probability that the score gave to the label), in nats. Scores are kept 2^-52 away
// from 0 and 1, so that one certain error costs 36, not infinity. Range    scores in [0, 1].
// Threads  safe: pure.
// Source   scikit-learn 1.9.1 log_loss, the distance included (by values).
double LogLoss(const RankCurve& curve);
// The share of one case: -ln(the probability that its score gave to its label), kept away from 0 and 1 as above.
double CaseLogLoss(double given);

// Log loss over that of a model which always says the prevalence: 1 says nothing, below 1 is better. Comparable between
// data with different prevalence, which log loss isn't.
// Range    scores in [0, 1]. Empty without a positive or without a negative.
// Threads  safe: pure.
// Source   He et al., ADKDD 2014, section 3 (normalized entropy).
std::optional<double> NormalisedEntropy(const RankCurve& curve);
// The same from a mean log loss and the share of positives.
std::optional<double> NormalisedEntropy(double log_loss, double prevalence);

}  // namespace assay::metric
