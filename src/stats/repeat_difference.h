// SPDX-License-Identifier: Apache-2.0
// The difference of two systems' figures over repeated runs. The repeat is the unit: what a run's many queries have in
// common (the machine's mood of those minutes) repeats with the run, not with the query, so that an interval made from
// queries alone is far too short.
//
// Figures of load runs are compared by their ratio, on the logarithm: noise of latencies and rates is proportional.
#pragma once

#include <span>

#include "assay/metric.h"
#include "assay/result.h"
#include "stats/student_t.h"

namespace assay::stats {

struct RepeatDifference {
  MeanEstimate log_ratio;  // of other to baseline
  double deviation = 0;    // of the logarithm of one repeat's ratio
  bool paired = false;
  std::size_t repeats = 0; // pairs, or the fewer of the two

  // Other / baseline - 1, and its interval.
  double Change() const;
  // Range    0 < level < 1.
  Interval ChangeInterval(double level) const;
  // Two-sided, of no difference.
  double PValue() const;
};

// Runs taken in turns: run i of one side belongs to run i of the other, and what both met cancels.
// Shape    as many values on either side.
// Range    at least 2 pairs; values finite and above 0.
// Errors   kEmpty, kContradiction, kOutOfRange.
// Threads  safe: pure.
// Source   Student, Biometrika 6 (1908) 1-25. Kalibera, Jones, ISMM 2013 (repetition on the level where variance arises).
Result<RepeatDifference> PairedRepeats(std::span<const double> baseline, std::span<const double> other);

// Runs of which nothing is common.
// Range    at least 2 values on either side, finite and above 0.
// Errors   as above.
// Source   Welch, Biometrika 34 (1947) 28-35.
Result<RepeatDifference> UnpairedRepeats(std::span<const double> baseline, std::span<const double> other);

}  // namespace assay::stats
