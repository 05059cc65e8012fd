// SPDX-License-Identifier: Apache-2.0
// How a paired difference is tested, whatever it is a difference of: counts of right answers, or replicates.
#pragma once

#include <vector>

#include "assay/result.h"
#include "metric/paired/paired_difference.h"
#include "metric/resample/bootstrap.h"
#include "stats/paired_rate.h"

namespace assay::metric {

// Of answers that are right or wrong: McNemar's test, Tango's interval, and what would have been seen.
// Shape    first = baseline.
// Threads  safe: pure, as all here.
void TakeCounts(const stats::PairedCounts& counts, const PairedRequest& request, PairedDifference& result);

// Intervals and p-value from replicates of the difference, ascending.
void TakeReplicates(std::vector<double> replicates, PairedDifference& result);

// As TakeReplicates where the bootstrap has an interval, else its reason.
Result<void> TakeOutcome(Result<BootstrapOutcome> outcome, PairedDifference& result);

// The difference that would have been seen with 80 % power, from the interval's width.
void FindDetectable(const PairedRequest& request, PairedDifference& result);

}  // namespace assay::metric
