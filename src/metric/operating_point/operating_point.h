// SPDX-License-Identifier: Apache-2.0
// Where to set the threshold: the one with the highest recall whose precision is certified, not merely observed.
//
// The best threshold by the labels at hand breaks its precision bound on new cases about every second time, because it
// was picked at the edge. The certified one holds with confidence 1 - alpha.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "metric/rank/rank_curve.h"

namespace assay::metric {

enum class CertifyMethod : std::uint8_t {
  kFixedSequence,  // tests in order, each with all of alpha, until one fails
  kGrid,           // all tests, each with alpha over their number: passes over a dip, and certifies less
};

struct OperatingPointRequest {
  double min_precision = 0;         // 0 < p < 1
  std::optional<double> base_rate;  // precision is meant at this prevalence; empty: at that of the cases
  double alpha = 0.05;              // chance that the certified precision is wrong
  bool recall_claimed = false;      // a recall bound comes from the same cases: each takes half of alpha
  CertifyMethod method = CertifyMethod::kFixedSequence;
};

struct TriedThreshold {
  double threshold = 0;
  std::uint64_t flagged = 0;
  std::uint64_t true_positives = 0;
  double precision_bound = 0;  // lower, one-sided, at the request's base rate
  bool passed = false;
};

struct OperatingPoint {
  std::string method;               // "fixed_sequence", "grid", "split", "descriptive"
  std::optional<double> threshold;  // flag when score >= this; empty when none reaches the precision, see reason
  double flagged_rate = 0;          // share of the cases: the load on whoever reviews them
  double precision = 0;             // estimate at the request's base rate
  double recall = 0;                // estimate
  std::optional<double> precision_bound;  // certified lower bound; empty for descriptive
  std::optional<double> recall_bound;     // certified lower bound, where recall is claimed
  double confidence = 0;            // of each bound; those of a grid hold all together
  std::vector<TriedThreshold> tried;  // in order; for split the one that was confirmed or not
  std::string reason;               // why there is no threshold; else what is certified, in one sentence
  std::optional<std::uint64_t> positives_needed;  // in all, for the first test to pass with probability 0.8
};

// Tests thresholds at ranks that were chosen without the labels, from few flagged cases upwards, and stops at the first
// whose one-sided Clopper-Pearson bound misses the precision; the last that passed is the threshold. Testing in a fixed
// order needs no correction for the number of tests. kGrid goes through all ranks with a stricter bound instead.
// Shape    unweighted cases.
// Range    min_precision, alpha and base_rate strictly between 0 and 1.
// Errors   kOutOfRange for the request. No positive, no negative or weights: no threshold, with the reason.
// Threads  safe: pure.
// Source   Angelopoulos, Bates, Candès, Jordan, Lei, Learn then Test, 2021, section 4 (fixed sequence testing).
Result<OperatingPoint> CertifyOperatingPoint(const RankCurve& curve, const OperatingPointRequest& request);

// Picks on one half of the cases and asks the other half once. The half that picks takes the deepest threshold whose bound
// reaches the precision, which lies right at the edge: the other half confirms it about every second time only, so this is
// not the default. request.method isn't looked at.
// Shape    unweighted cases, no case in both curves.
// Range, Errors, Threads as above.
Result<OperatingPoint> CertifyBySplit(const RankCurve& tuning, const RankCurve& confirming,
                                      const OperatingPointRequest& request);

// The threshold with the highest recall among those whose observed precision reaches the bound. Certifies nothing.
// Errors   as above; weights are allowed.
// Threads  safe: pure.
Result<OperatingPoint> DescribeOperatingPoint(const RankCurve& curve, const OperatingPointRequest& request);

}  // namespace assay::metric
