// SPDX-License-Identifier: Apache-2.0
// Rank metrics without one case, for all cases at once: what the acceleration of BCa intervals needs.
#pragma once

#include <vector>

#include "metric/rank/rank_curve.h"
#include "stats/bootstrap_interval.h"

namespace assay::metric {

// The metric of the curve without a case, for each kind of case that the curve tells apart; in one pass, by sums from
// both ends. Empty where it isn't defined for one of them, as without the only positive.
// Shape    unweighted.
// Threads  safe: pure.
std::vector<stats::LeftOut> AveragePrecisionLeavingOut(const RankCurve& curve);
std::vector<stats::LeftOut> RocAucLeavingOut(const RankCurve& curve);

}  // namespace assay::metric
