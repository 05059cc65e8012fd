// SPDX-License-Identifier: Apache-2.0
#include "metric/confusion/confusion_matrix.h"

#include <cmath>
#include <string>

#include "metric/confusion/ratio.h"

namespace assay::metric {
namespace {

}  // namespace

ConfusionMatrix ConfusionMatrix::FromCounts(std::uint64_t tp, std::uint64_t fp, std::uint64_t fn, std::uint64_t tn) {
  const auto outcomes = [](std::uint64_t count) {
    return Outcomes{static_cast<double>(count), static_cast<double>(count), count};
  };
  return {outcomes(tp), outcomes(fp), outcomes(fn), outcomes(tn)};
}

Result<ConfusionMatrix> CountConfusion(const QualityColumns& cases) {
  const std::size_t count = cases.label.size();
  if (cases.predicted.size() != count || (!cases.weight.empty() && cases.weight.size() != count)) {
    return Fail(ErrorCode::kContradiction,
                "expected as many decisions and weights as the " + std::to_string(count) + " labels");
  }
  ConfusionMatrix matrix;
  for (std::size_t row = 0; row < count; ++row) {
    const std::int32_t label = cases.label[row];
    const std::int32_t predicted = cases.predicted[row];
    const double weight = cases.weight.empty() ? 1.0 : cases.weight[row];
    if (label < 0 || label > 1 || predicted < 0 || predicted > 1 || !std::isfinite(weight) || weight < 0) {
      const std::string name = row < cases.ids.size() ? cases.ids[row] : "row " + std::to_string(row + 1);
      return FailAt({.path = name}, ErrorCode::kOutOfRange,
                    "expected label and decision 0 or 1 and a finite weight of at least 0, found label " +
                        std::to_string(label) + ", decision " + std::to_string(predicted) + ", weight " +
                        std::to_string(weight) + " in " + name);
    }
    if (weight == 0) continue;
    Outcomes& outcomes = label == 1 ? (predicted == 1 ? matrix.tp : matrix.fn)
                                    : (predicted == 1 ? matrix.fp : matrix.tn);
    outcomes = outcomes + Outcomes{weight, weight * weight, 1};
    matrix.weighted = matrix.weighted || weight != 1;
  }
  return matrix;
}

std::optional<double> Accuracy(const ConfusionMatrix& matrix) {
  return Ratio(matrix.tp.weight + matrix.tn.weight, matrix.all().weight);
}

std::optional<double> Precision(const ConfusionMatrix& matrix) {
  return Ratio(matrix.tp.weight, matrix.flagged().weight);
}

std::optional<double> Recall(const ConfusionMatrix& matrix) {
  return Ratio(matrix.tp.weight, matrix.positives().weight);
}

std::optional<double> Specificity(const ConfusionMatrix& matrix) {
  return Ratio(matrix.tn.weight, matrix.negatives().weight);
}

std::optional<double> BalancedAccuracy(const ConfusionMatrix& matrix) {
  const auto recall = Recall(matrix);
  const auto specificity = Specificity(matrix);
  if (!recall || !specificity) return std::nullopt;
  return (*recall + *specificity) / 2;
}

std::optional<double> FBeta(const ConfusionMatrix& matrix, double beta) {
  const double square = beta * beta;
  const double hits = (1 + square) * matrix.tp.weight;
  return Ratio(hits, hits + square * matrix.fn.weight + matrix.fp.weight);
}

std::optional<double> Mcc(const ConfusionMatrix& matrix) {
  // long double and separate square roots: the product of the four sums passes 2^63 at 55,000 each, and tp x tn leaves
  // the integers that a double holds at 95 million each.
  const auto exact = [](const Outcomes& outcomes) { return static_cast<long double>(outcomes.weight); };
  if (!(matrix.all().weight > 0)) return std::nullopt;
  const long double scale = std::sqrt(exact(matrix.flagged())) * std::sqrt(exact(matrix.positives())) *
                            std::sqrt(exact(matrix.negatives())) * std::sqrt(exact(matrix.tn + matrix.fn));
  if (!(scale > 0)) return 0.0;
  return static_cast<double>((exact(matrix.tp) * exact(matrix.tn) - exact(matrix.fp) * exact(matrix.fn)) / scale);
}

}  // namespace assay::metric
