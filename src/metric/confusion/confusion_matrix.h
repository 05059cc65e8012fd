// SPDX-License-Identifier: Apache-2.0
// The four outcomes of a binary decision, and the shares that are made of them.
#pragma once

#include <cstdint>
#include <optional>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::metric {

// Cases that ended one way.
struct Outcomes {
  double weight = 0;   // sum of weights; the count where there are none
  double squared = 0;  // sum of squared weights
  std::uint64_t cases = 0;

  Outcomes operator+(const Outcomes& other) const {
    return {weight + other.weight, squared + other.squared, cases + other.cases};
  }
  // The number of equally weighted cases that would know as much (Kish): the count where all weights are 1.
  double Effective() const { return squared > 0 ? weight * weight / squared : 0; }
};

struct ConfusionMatrix {
  Outcomes tp, fp, fn, tn;
  bool weighted = false;

  static ConfusionMatrix FromCounts(std::uint64_t tp, std::uint64_t fp, std::uint64_t fn, std::uint64_t tn);
  Outcomes positives() const { return tp + fn; }
  Outcomes negatives() const { return fp + tn; }
  Outcomes flagged() const { return tp + fp; }
  Outcomes all() const { return positives() + negatives(); }
};

// Rows with weight 0 are left out.
// Shape    label and predicted of equal length, weight of that length or empty.
// Range    label and predicted 0 or 1; weight finite and >= 0.
// Errors   kContradiction for lengths; kOutOfRange naming the first row that doesn't fit.
// Threads  safe: pure.
Result<ConfusionMatrix> CountConfusion(const QualityColumns& cases);

// Each is empty where its formula divides by zero, except MCC.
// Threads  safe: pure.
std::optional<double> Accuracy(const ConfusionMatrix& matrix);
std::optional<double> Precision(const ConfusionMatrix& matrix);
std::optional<double> Recall(const ConfusionMatrix& matrix);
std::optional<double> Specificity(const ConfusionMatrix& matrix);
std::optional<double> BalancedAccuracy(const ConfusionMatrix& matrix);
// (1 + b^2) tp / ((1 + b^2) tp + b^2 fn + fp).
std::optional<double> FBeta(const ConfusionMatrix& matrix, double beta);
// Matthews' correlation coefficient; 0 where a row or column is empty, which is its limit for a coin toss.
// Range    -1…1. Empty without a case.
// Source   Matthews, Biochim. Biophys. Acta 405 (1975) 442-451; the 0 as in scikit-learn 1.9.1.
std::optional<double> Mcc(const ConfusionMatrix& matrix);

}  // namespace assay::metric
