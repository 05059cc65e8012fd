// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/rank_curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace assay::metric {
namespace {

std::string RowName(const QualityColumns& cases, std::size_t row) {
  return row < cases.ids.size() ? cases.ids[row] : "row " + std::to_string(row + 1);
}

// One error for all offending rows, the first ten by name: a file with a million NaN should not print a million lines.
std::unexpected<Error> RefuseRows(const QualityColumns& cases, std::span<const std::size_t> rows, ErrorCode code,
                                  const std::string& expected) {
  constexpr std::size_t kNamed = 10;
  Error error{code, "expected " + expected + ", found " + std::to_string(rows.size()) + " other row" +
                        (rows.size() == 1 ? "" : "s") + ":"};
  for (std::size_t i = 0; i < std::min(kNamed, rows.size()); ++i) {
    const std::string name = RowName(cases, rows[i]);
    error.what += (i == 0 ? " " : ", ") + name;
    error.where.push_back(Where{.path = name});
  }
  if (rows.size() > kNamed) error.what += ", …";
  return std::unexpected(std::move(error));
}

template <class Accept>
std::vector<std::size_t> RowsThatAreNot(std::size_t count, Accept accept) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < count; ++row) {
    if (!accept(row)) rows.push_back(row);
  }
  return rows;
}

Result<void> CheckColumns(const QualityColumns& cases) {
  const std::size_t count = cases.label.size();
  const auto fits = [&](std::size_t size) { return size == 0 || size == count; };
  if (cases.score.size() != count || !fits(cases.weight.size()) || !fits(cases.ids.size())) {
    return Fail(ErrorCode::kContradiction, "expected as many scores, weights and ids as the " +
                                               std::to_string(count) + " labels");
  }
  if (count == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 scored case, found none");
  auto bad = RowsThatAreNot(count, [&](std::size_t row) { return std::isfinite(cases.score[row]); });
  if (!bad.empty()) return RefuseRows(cases, bad, ErrorCode::kNotFinite, "finite scores");
  bad = RowsThatAreNot(count, [&](std::size_t row) { return cases.label[row] == 0 || cases.label[row] == 1; });
  if (!bad.empty()) return RefuseRows(cases, bad, ErrorCode::kOutOfRange, "labels 0 or 1");
  bad = RowsThatAreNot(cases.weight.size(), [&](std::size_t row) {
    return std::isfinite(cases.weight[row]) && cases.weight[row] >= 0;
  });
  if (!bad.empty()) return RefuseRows(cases, bad, ErrorCode::kOutOfRange, "finite weights of at least 0");
  return {};
}

}  // namespace

Result<RankCurve> BuildRankCurve(const QualityColumns& cases) {
  ASSAY_CHECK_OK(CheckColumns(cases));
  const auto weight = [&](std::size_t row) { return cases.weight.empty() ? 1.0 : cases.weight[row]; };

  std::vector<std::size_t> order;
  order.reserve(cases.label.size());
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    if (weight(row) > 0) order.push_back(row);
  }
  if (order.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 case with a weight above 0, found none");
  // Ties are broken by row only so that sums of fractional weights are the same on every machine.
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (cases.score[a] != cases.score[b]) return cases.score[a] > cases.score[b];
    return a < b;
  });

  RankCurve curve;
  curve.cases = order.size();
  for (const std::size_t row : order) {
    if (curve.threshold.empty() || cases.score[row] != curve.threshold.back()) {
      curve.threshold.push_back(cases.score[row]);
      curve.true_positives.push_back(curve.positives);
      curve.false_positives.push_back(curve.negatives);
    }
    const bool positive = cases.label[row] == 1;
    (positive ? curve.positives : curve.negatives) += weight(row);
    curve.true_positives.back() = curve.positives;
    curve.false_positives.back() = curve.negatives;
    curve.positive_squares += positive ? weight(row) * weight(row) : 0;
    curve.positive_cases += positive ? 1 : 0;
    curve.weighted = curve.weighted || weight(row) != 1;
  }
  return curve;
}

std::optional<double> AveragePrecision(const RankCurve& curve) {
  if (!(curve.positives > 0)) return std::nullopt;
  double sum = 0;
  double before = 0;
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    const double flagged = curve.true_positives[i] + curve.false_positives[i];
    sum += (curve.true_positives[i] - before) / curve.positives * (curve.true_positives[i] / flagged);
    before = curve.true_positives[i];
  }
  return sum;
}

// The area under straight lines between the points (FPR, TPR): a group of ties is a diagonal, which is what counting
// its pairs one half means.
std::optional<double> RocAuc(const RankCurve& curve) {
  if (!(curve.positives > 0) || !(curve.negatives > 0)) return std::nullopt;
  double area = 0;
  double true_before = 0;
  double false_before = 0;
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    area += (curve.false_positives[i] - false_before) * (curve.true_positives[i] + true_before) / 2;
    true_before = curve.true_positives[i];
    false_before = curve.false_positives[i];
  }
  return area / curve.positives / curve.negatives;
}

std::vector<RecallPoint> PrecisionRecallPoints(const RankCurve& curve) {
  std::vector<RecallPoint> points;
  if (!(curve.positives > 0)) return points;
  points.reserve(curve.groups());
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    const double flagged = curve.true_positives[i] + curve.false_positives[i];
    points.push_back({curve.true_positives[i] / curve.positives, curve.true_positives[i] / flagged,
                      curve.threshold[i]});
  }
  return points;
}

std::optional<RecallPoint> RecallAtPrecision(const RankCurve& curve, double min_precision) {
  std::optional<RecallPoint> best;
  const auto key = [](const RecallPoint& point) { return std::tie(point.recall, point.precision, point.threshold); };
  for (const RecallPoint& point : PrecisionRecallPoints(curve)) {
    if (point.precision >= min_precision && (!best || key(point) > key(*best))) best = point;
  }
  return best;
}

}  // namespace assay::metric
