// SPDX-License-Identifier: Apache-2.0
// Intervals from bootstrap replicates, which metric/resample/bootstrap.h makes. Not for a share of cases: at 0 or n
// successes all replicates agree, and the interval would have no width (wilson_interval.h, clopper_pearson.h).
#pragma once

#include <optional>
#include <span>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

// Ends are interpolated between neighbouring replicates.
// Shape    replicates in ascending order, at least 2.
// Range    0 < level < 1.
// Errors   kEmpty for fewer than 2; kOutOfRange for the level.
// Threads  safe: pure.

// The middle `level` of the replicates.
Result<Interval> PercentileBootstrap(std::span<const double> replicates, double level);

// The same mirrored at the estimate: right where the error's distribution doesn't depend on the value.
Result<Interval> BasicBootstrap(std::span<const double> replicates, double estimate, double level);

struct BcaInterval {
  Interval interval;
  double bias = 0;          // z0: where the estimate lies among the replicates, in normal quantiles
  double acceleration = 0;  // a: how the error grows with the value
};

// Bias-corrected and accelerated: right to second order also for skewed statistics. `jackknife` holds the statistic
// without each case (without each cluster, where clusters were drawn). Empty where the correction isn't defined: all
// replicates on one side of the estimate, or a jackknife without spread.
// Source   Efron, J. Am. Stat. Assoc. 82 (1987) 171-185; replicates equal to the estimate count one half.
Result<std::optional<BcaInterval>> BcaBootstrap(std::span<const double> replicates, double estimate,
                                                std::span<const double> jackknife, double level);

// The statistic without one case, the same for `cases` of them.
struct LeftOut {
  double value = 0;
  double cases = 1;
};
Result<std::optional<BcaInterval>> BcaBootstrap(std::span<const double> replicates, double estimate,
                                                std::span<const LeftOut> jackknife, double level);

// Standard deviation of the replicates.
// Range    at least 2; else NaN.
double BootstrapError(std::span<const double> replicates);

}  // namespace assay::stats
