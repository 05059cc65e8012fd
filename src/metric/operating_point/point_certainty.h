// SPDX-License-Identifier: Apache-2.0
// How sure the figures beside a threshold are: where the best threshold by the labels may lie on other cases, and how much
// a review team will have on its desk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/rank/base_rate.h"
#include "metric/rank/rank_curve.h"

namespace assay::metric {

// The threshold with the highest recall whose observed precision reaches the bound. Describes these cases; on new ones it
// breaks the bound about every second time.
struct NaivePoint {
  RecallPoint point;                  // precision at the base rate
  std::optional<Interval> threshold;  // middle share of the bootstrap's thresholds; empty with a reason in `note`
  std::string note;
};

// Empty when no threshold reaches the precision.
// Shape    unweighted cases with both classes; of Thresholds::kAtPositives for speed.
// Range    0 < min_precision < 1; 0 < base_rate < 1; 0 < level < 1.
// Errors   of BootstrapCurve.
// Threads  safe: pure, a function of `seed`.
// Source   evaluation of thresholds by resampling: metric/resample/curve_bootstrap.h.
Result<std::optional<NaivePoint>> DescribeNaivePoint(const RankCurve& curve, double min_precision,
                                                     std::optional<double> base_rate, double level, std::uint64_t seed);

struct FlaggedRate {
  double value = 0;   // share of all requests
  Interval interval;  // two-sided
};

// The share of requests that a threshold flags, at the prevalence of the cases or carried to a base rate: there the shares
// of positives and of negatives each have a Clopper-Pearson interval at half of the error, so the two cover together.
// Range    0 < base_rate < 1; 0 < level < 1; both classes.
// Errors   kEmpty, kOutOfRange.
// Threads  safe: pure.
Result<FlaggedRate> FlaggedRateOf(const FlagCounts& counts, std::optional<double> base_rate, double level);

// What `threshold` flags among the curve's cases.
// Shape    unweighted cases; the curve has every threshold (Thresholds::kAll).
FlagCounts FlagCountsAt(const RankCurve& curve, double threshold);

// The base rate from which on flagged cases with `precision` at prevalence `from` have at least `required`; the precision
// in service is below it for rarer classes.
// Range    all strictly between 0 and 1; empty for a precision of 0 or 1, which no base rate changes.
std::optional<double> BreakEvenBaseRate(double precision, double from, double required);

}  // namespace assay::metric
