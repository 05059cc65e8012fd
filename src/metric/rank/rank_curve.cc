// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/rank_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "metric/rank/class_merge.h"
#include "metric/rank/level_counts.h"
#include "metric/rank/score_sort.h"

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

// Adds a group. Where only steps are wanted, a group of negatives joins one of negatives before it.
void Append(RankCurve& curve, Thresholds thresholds, double threshold, std::size_t true_positives,
            std::size_t false_positives) {
  const auto p = static_cast<double>(true_positives);
  const std::size_t last = curve.groups() - 1;
  if (thresholds == Thresholds::kAtPositives && curve.groups() > 0 && curve.true_positives[last] == p &&
      (last == 0 ? p == 0 : curve.true_positives[last - 1] == p)) {
    curve.threshold[last] = threshold;
    curve.false_positives[last] = static_cast<double>(false_positives);
    return;
  }
  curve.threshold.push_back(threshold);
  curve.true_positives.push_back(p);
  curve.false_positives.push_back(static_cast<double>(false_positives));
}

RankCurve WithTotals(std::size_t positives, std::size_t negatives, std::size_t groups) {
  RankCurve curve;
  curve.cases = positives + negatives;
  curve.positive_cases = positives;
  curve.positives = curve.positive_squares = static_cast<double>(positives);
  curve.negatives = static_cast<double>(negatives);
  for (auto* column : {&curve.threshold, &curve.true_positives, &curve.false_positives}) column->reserve(groups);
  return curve;
}

// Every case counts 1, and the scores may be anything: those of either class are sorted by themselves and merged.
RankCurve Merged(const QualityColumns& cases, std::size_t positives, Thresholds thresholds) {
  std::array<std::vector<double>, 2> scores;
  scores[0].resize(cases.label.size() - positives + 1);  // one more, so that a row can be written to both
  scores[1].resize(positives + 1);
  std::array<std::size_t, 2> count{};
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    scores[0][count[0]] = scores[1][count[1]] = cases.score[row] + 0.0;  // -0.0 is 0.0
    ++count[cases.label[row] == 1 ? 1 : 0];
  }
  for (std::size_t side : {0, 1}) {
    scores[side].resize(count[side]);
    SortDescending(scores[side]);
  }
  RankCurve curve = WithTotals(count[1], count[0], cases.label.size());
  std::size_t p = 0;
  std::size_t n = 0;
  while (p < count[1] || n < count[0]) {
    const bool negative = p == count[1] || (n < count[0] && scores[0][n] > scores[1][p]);
    const double threshold = negative ? scores[0][n] : scores[1][p];
    while (p < count[1] && scores[1][p] == threshold) ++p;
    while (n < count[0] && scores[0][n] == threshold) ++n;
    Append(curve, thresholds, threshold, p, n);
  }
  return curve;
}

// Every case counts 1 and few are positive: only these are sorted, each negative is counted where it falls between them.
Result<RankCurve> Counted(const QualityColumns& cases, std::size_t positives) {
  std::vector<double> scores;
  scores.reserve(positives);
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    if (cases.label[row] == 1) scores.push_back(cases.score[row]);
  }
  ASSAY_TRY(counts, LevelsAt(scores));
  CountCheckedCases(cases, counts);
  return CurveOfCounts(counts);
}

Result<RankCurve> Weighted(const QualityColumns& cases) {
  std::vector<ScoredRow> order;
  order.reserve(cases.label.size());
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    if (cases.weight[row] > 0) order.push_back({cases.score[row] + 0.0, row});
  }
  if (order.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 case with a weight above 0, found none");
  // Ties are in the order of their rows so that sums of fractional weights are the same on every machine.
  SortDescending(order);

  RankCurve curve;
  curve.cases = order.size();
  for (const ScoredRow& one : order) {
    if (curve.threshold.empty() || one.score != curve.threshold.back()) {
      curve.threshold.push_back(one.score);
      curve.true_positives.push_back(curve.positives);
      curve.false_positives.push_back(curve.negatives);
    }
    const bool positive = cases.label[one.row] == 1;
    const double weight = cases.weight[one.row];
    (positive ? curve.positives : curve.negatives) += weight;
    curve.true_positives.back() = curve.positives;
    curve.false_positives.back() = curve.negatives;
    curve.positive_squares += positive ? weight * weight : 0;
    curve.positive_cases += positive ? 1 : 0;
    curve.weighted = curve.weighted || weight != 1;
  }
  return curve;
}

}  // namespace

Result<RankCurve> BuildRankCurve(const QualityColumns& cases, Thresholds thresholds) {
  ASSAY_CHECK_OK(CheckColumns(cases));
  if (std::ranges::any_of(cases.weight, [](double weight) { return weight != 1; })) return Weighted(cases);
  const auto positives = static_cast<std::size_t>(std::ranges::count(cases.label, 1));
  // From there on sorting both classes is faster than looking each negative up, which waits for memory once the levels
  // don't fit into the cache.
  constexpr std::size_t kRare = 8;
  constexpr std::size_t kFew = 1 << 18;
  const std::size_t count = cases.label.size();
  const bool countable = count < std::numeric_limits<std::uint32_t>::max();
  if (thresholds == Thresholds::kAtPositives && countable && positives < std::min(count / kRare, kFew)) {
    return Counted(cases, positives);
  }
  if (!countable || !FitClassMerge(cases.score)) return Merged(cases, positives, thresholds);
  RankCurve curve = WithTotals(positives, count - positives, count);
  MergeClasses(cases.score, cases.label, thresholds, curve);
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
