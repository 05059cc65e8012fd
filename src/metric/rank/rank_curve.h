// SPDX-License-Identifier: Apache-2.0
// Cases of a binary task in the order of their scores: the one table that every rank metric is a sum over.
//
// Cases with equal scores form one group, because no threshold can part them; -0.0 equals 0.0. A threshold t flags
// every case with score >= t, so row i of the curve is what flagging groups 0 to i does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::metric {

struct RankCurve {
  std::vector<double> threshold;        // distinct scores, descending
  std::vector<double> true_positives;   // weight of positives with score >= threshold
  std::vector<double> false_positives;  // weight of negatives with score >= threshold
  double positives = 0;                 // weight of all
  double negatives = 0;
  double positive_squares = 0;          // sum of squared weights of positives
  std::uint64_t cases = 0;              // rows with weight > 0
  std::uint64_t positive_cases = 0;
  bool weighted = false;                // some weight is not 1

  std::size_t groups() const { return threshold.size(); }
  double prevalence() const { return positives / (positives + negatives); }
};

enum class Thresholds : std::uint8_t {
  kAll,          // every distinct score
  kAtPositives,  // neighbouring ones that only add negatives are one: at most two for each distinct score of a positive
};

// Sorts and groups the cases. Rows with weight 0 are left out before anything else. With kAtPositives the curve is as
// short as the rare class is small and no sum over it is different, to the last bit where nothing is weighted; what it
// leaves out are thresholds below which precision falls and recall stays. Weighted cases keep all thresholds.
// Shape    label and score of equal length; ids and weight of that length or empty; any order, not modified.
// Range    label 0 or 1; score finite; weight finite and >= 0, not all 0.
// Errors   kEmpty without a case or without weight; kNotFinite naming up to ten rows by id; kOutOfRange for labels and
//          weights; kContradiction for lengths. No row is dropped silently.
// Threads  safe: pure.
Result<RankCurve> BuildRankCurve(const QualityColumns& cases, Thresholds thresholds = Thresholds::kAll);

// Sum over groups of (step in recall) x precision: no interpolation, ties as one step; all scores equal gives the
// prevalence.
// Range    empty without a positive; 1 without a negative.
// Source   scikit-learn 1.9.1 average_precision_score (by values); Davis, Goadrich, ICML 2006, on why not trapezoids.
std::optional<double> AveragePrecision(const RankCurve& curve);

// Probability that a positive's score is above a negative's, ties counting one half.
// Range    empty without a positive or without a negative.
// Source   Mann, Whitney, Ann. Math. Stat. 18 (1947) 50-60.
std::optional<double> RocAuc(const RankCurve& curve);

struct RecallPoint {
  double recall = 0;
  double precision = 0;
  double threshold = 0;
};

// Precision and recall at every threshold, descending in threshold. Empty without a positive.
std::vector<RecallPoint> PrecisionRecallPoints(const RankCurve& curve);

// The point with precision >= min_precision that is greatest by recall, then precision, then threshold. Descriptive:
// picked by looking at the labels, so it holds for these cases only (see operating_point/fixed_sequence.h).
// Range    0 <= min_precision <= 1. Empty when no threshold reaches it, or without a positive.
std::optional<RecallPoint> RecallAtPrecision(const RankCurve& curve, double min_precision);

}  // namespace assay::metric
