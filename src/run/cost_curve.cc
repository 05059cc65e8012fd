// SPDX-License-Identifier: Apache-2.0
#include "run/cost_curve.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "metric/error_cost/break_even.h"
#include "metric/rank/rank_curve.h"
#include "run/quality.h"

namespace assay::run {
namespace {

constexpr std::size_t kCurvePoints = 61;
constexpr double kCurveEdge = 0.005;  // share of the cost of being wrong that misses make up at the left end

// The average amount over the cases of one class, or over all; 1 without amounts.
double AverageOf(const std::vector<double>& amounts, const std::vector<std::int32_t>& label, std::optional<std::int32_t> only) {
  double sum = 0, cases = 0;
  for (std::size_t row = 0; row < amounts.size(); ++row) {
    if (only && label[row] != *only) continue;
    sum += amounts[row], cases += 1;
  }
  return cases > 0 ? sum / cases : 1;
}

struct CountedDecisions {
  double positives = 0, negatives = 0, caught = 0, alarms = 0;
};

CountedDecisions CountDecisions(const std::vector<std::int32_t>& label, const std::vector<std::int32_t>& decisions) {
  CountedDecisions counts;
  for (std::size_t row = 0; row < label.size(); ++row) {
    const bool positive = label[row] == 1, flagged = decisions[row] == 1;
    (positive ? counts.positives : counts.negatives) += 1;
    if (flagged) (positive ? counts.caught : counts.alarms) += 1;
  }
  return counts;
}

Result<std::vector<report::CostCurvePoint>> PointsOf(const ScoredCases& cases, const metric::FlagShares& shares,
                                                     const metric::CostTerms& terms) {
  metric::RankCurve curve{.positives = 1, .negatives = 1};  // no threshold to choose from
  const bool scored = !cases.score.empty();
  if (scored) {
    ASSAY_TRY(built, metric::BuildRankCurve(cases.Columns(), metric::Thresholds::kAtPositives));
    curve = std::move(built);
  }
  const double odds = (1 - shares.base_rate) / shares.base_rate, edge = kCurveEdge / (1 - kCurveEdge);
  ASSAY_TRY(priced, metric::CostCurve(curve, shares, terms, edge * odds, odds / edge, kCurvePoints));
  std::vector<report::CostCurvePoint> points;
  for (const metric::CostCurvePoint& point : priced) {
    const double misses = shares.base_rate * point.ratio * terms.false_alarm;
    const double wrong = 1000 * (misses + (1 - shares.base_rate) * terms.false_alarm);
    report::CostCurvePoint& shown = points.emplace_back();
    shown.ratio = point.ratio, shown.weight = 1000 * misses / wrong;
    shown.flag_none = point.flag_none / wrong, shown.flag_all = point.flag_all / wrong;
    shown.rule = point.at_threshold / wrong;
    if (scored) shown.cheapest = point.cheapest / wrong;
  }
  return points;
}

Result<std::optional<report::CostCurve>> CurveOf(const Evaluation& evaluation, const QualityResult& quality) {
  const ScoredCases& cases = quality.cases;
  const CostInputs cost = ErrorCosts(evaluation.spec, quality.system, evaluation.cells);
  const bool at_point = !quality.decisions_at_point.empty();
  const std::vector<std::int32_t>& decisions = at_point ? quality.decisions_at_point : cases.predicted;
  if (!cost.fn || !cost.fp || cases.classes.size() != 2 || decisions.empty()) return std::nullopt;
  const metric::CostTerms terms{*cost.fn * AverageOf(cases.miss_amount, cases.label, 1),
                                *cost.fp * AverageOf(cases.alarm_amount, cases.label, 0),
                                cost.review.value_or(0) * AverageOf(cases.review_amount, cases.label, std::nullopt)};
  const CountedDecisions counts = CountDecisions(cases.label, decisions);
  if (!(counts.positives > 0 && counts.negatives > 0 && terms.false_alarm > 0 && terms.miss > 0)) return std::nullopt;
  const double own_rate = counts.positives / (counts.positives + counts.negatives);
  const auto& stated = evaluation.spec.data.base_rate;
  const metric::FlagShares shares{counts.caught / counts.positives, counts.alarms / counts.negatives,
                                  stated ? stated->value : own_rate};
  report::CostCurve curve;
  curve.system = quality.system, curve.split = quality.split;
  curve.decision = at_point ? "at the operating point" : "at the default decision";
  curve.base_rate = shares.base_rate, curve.own_rate = !stated;
  curve.by_row = !cases.miss_amount.empty() || !cases.alarm_amount.empty() || !cases.review_amount.empty();
  curve.stated_ratio = terms.miss / terms.false_alarm;
  const metric::BreakEven flips = metric::BreakEvenOf(shares, terms);
  curve.pays_from = flips.ratio_above, curve.pays_to = flips.ratio_below;
  curve.cost = metric::CostPer1000(shares, terms);
  curve.flag_none = metric::CostPer1000({0, 0, shares.base_rate}, terms);
  curve.flag_all = metric::CostPer1000({1, 1, shares.base_rate}, terms);
  ASSAY_TRY(points, PointsOf(cases, shares, terms));
  curve.points = std::move(points);
  return curve;
}

}  // namespace

Result<std::vector<report::CostCurve>> CostCurvesOf(const Evaluation& evaluation) {
  std::vector<report::CostCurve> curves;
  for (const QualityResult& quality : evaluation.quality) {
    ASSAY_TRY(curve, CurveOf(evaluation, quality));
    if (curve) curves.push_back(*std::move(curve));
  }
  return curves;
}

}  // namespace assay::run
