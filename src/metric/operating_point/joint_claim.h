// SPDX-License-Identifier: Apache-2.0
// A threshold that is already fixed, on cases that had no part in choosing it: does it have the precision and the recall
// that are claimed together?
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/rank/rank_curve.h"

namespace assay::metric {

struct JointClaim {
  double threshold = 0;             // flag when score >= this
  double min_precision = 0;         // 0 < p < 1
  double min_recall = 0;            // 0 < r < 1
  std::optional<double> base_rate;  // precision is meant at this prevalence; empty: at that of the cases
  double alpha = 0.05;              // chance of passing although one of the two isn't so
};

struct JointOutcome {
  std::uint64_t flagged = 0, true_positives = 0;
  double precision = 0, recall = 0;  // estimates; precision at the base rate
  double precision_bound = 0;        // lower, one-sided, at confidence 1 - alpha; so is the other
  double recall_bound = 0;
  Interval flagged_rate;             // share of the cases, two-sided: the load on whoever reviews them
  bool passed = false;
  std::string reason;                // what is shown, or which of the two isn't
};

// Both one-sided Clopper-Pearson bounds must reach what is claimed, each at all of alpha: claiming the two together needs
// no correction, because a wrong claim passes only if the test of its wrong half does (intersection-union test). Not for
// the cases that the threshold was picked by.
// Shape    unweighted cases with both classes.
// Range    shares strictly between 0 and 1; threshold finite.
// Errors   kOutOfRange; kOneClass; kContradiction for weighted cases.
// Threads  safe: pure.
// Source   Berger, Technometrics 24 (1982) 295-300.
Result<JointOutcome> TestJointClaim(const RankCurve& curve, const JointClaim& claim);

}  // namespace assay::metric
