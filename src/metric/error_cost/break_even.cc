// SPDX-License-Identifier: Apache-2.0
#include "metric/error_cost/break_even.h"

#include <algorithm>
#include <cmath>

namespace assay::metric {
namespace {

FlagShares None(double rate) { return {0, 0, rate}; }
FlagShares All(double rate) { return {1, 1, rate}; }

std::optional<double> RateFromOdds(double numerator, double denominator) {
  if (!(denominator > 0) || !(numerator >= 0)) return std::nullopt;
  return numerator / (numerator + denominator);
}

}  // namespace

double CostPer1000(const FlagShares& shares, const CostTerms& terms) {
  const double pi = shares.base_rate;
  const double caught = pi * shares.of_positives, alarms = (1 - pi) * shares.of_negatives;
  return 1000 * ((pi - caught) * terms.miss + alarms * terms.false_alarm + (caught + alarms) * terms.review);
}

BreakEven BreakEvenOf(const FlagShares& shares, const CostTerms& terms) {
  BreakEven flips;
  const double pi = shares.base_rate, recall = shares.of_positives, alarms = shares.of_negatives;
  const double alarm = terms.false_alarm + terms.review;
  if (recall > 0) flips.miss_above = terms.review + (1 - pi) * alarms * alarm / (pi * recall);
  if (recall < 1) flips.miss_below = terms.review + (1 - pi) * (1 - alarms) * alarm / (pi * (1 - recall));
  if (terms.false_alarm > 0) {
    if (flips.miss_above) flips.ratio_above = *flips.miss_above / terms.false_alarm;
    if (flips.miss_below) flips.ratio_below = *flips.miss_below / terms.false_alarm;
  }
  const double saved = terms.miss - terms.review;
  if (saved > 0) {
    if (recall > 0) flips.rate_above = RateFromOdds(alarms * alarm, recall * saved);
    if (recall < 1) flips.rate_below = RateFromOdds((1 - alarms) * alarm, (1 - recall) * saved);
  }
  return flips;
}

Result<double> PrecisionFromCosts(const CostTerms& terms) {
  if (!(terms.miss > terms.review)) {
    return Fail(ErrorCode::kOutOfRange, "no precision follows from these costs: a miss has to cost more than a review");
  }
  return (terms.false_alarm + terms.review) / (terms.miss + terms.false_alarm);
}

Result<double> RecallFromCosts(const CostTerms& terms, double precision, double base_rate) {
  const double best = std::min(CostPer1000(None(base_rate), terms), CostPer1000(All(base_rate), terms)) / 1000;
  // Flagging a share R of the positives at this precision brings (1 - p) / p false alarms with each.
  const double saved = terms.miss - terms.review - (1 - precision) / precision * (terms.false_alarm + terms.review);
  if (!(saved > 0)) {
    return Fail(ErrorCode::kOutOfRange, "no recall follows from these costs: at that precision flagging a case costs more "
                                        "than it saves");
  }
  const double recall = (base_rate * terms.miss - best) / (base_rate * saved);
  if (recall > 1) {
    return Fail(ErrorCode::kOutOfRange, "no recall follows from these costs: flagging all is cheaper than any such rule");
  }
  return std::max(recall, 0.0);
}

Result<std::vector<CostCurvePoint>> CostCurve(const RankCurve& curve, const FlagShares& shares, const CostTerms& terms,
                                              double low, double high, std::size_t points) {
  if (!(low > 0 && high > low && points >= 2 && terms.false_alarm > 0)) {
    return Fail(ErrorCode::kOutOfRange, "a cost curve needs a price of a false alarm and a range of ratios");
  }
  if (!(curve.positives > 0 && curve.negatives > 0)) return Fail(ErrorCode::kOneClass, "expected positives and negatives");
  std::vector<CostCurvePoint> list;
  for (std::size_t i = 0; i < points; ++i) {
    const double step = static_cast<double>(i) / static_cast<double>(points - 1);
    CostCurvePoint point{.ratio = low * std::pow(high / low, step), .cheapest_at = {}};
    CostTerms priced = terms;
    priced.miss = point.ratio * terms.false_alarm;
    point.flag_none = point.cheapest = CostPer1000(None(shares.base_rate), priced);
    point.flag_all = CostPer1000(All(shares.base_rate), priced);
    point.at_threshold = CostPer1000(shares, priced);
    for (std::size_t group = 0; group < curve.groups(); ++group) {
      const double cost = CostPer1000({curve.true_positives[group] / curve.positives,
                                       curve.false_positives[group] / curve.negatives, shares.base_rate}, priced);
      if (cost < point.cheapest) point.cheapest = cost, point.cheapest_at = curve.threshold[group];
    }
    list.push_back(point);
  }
  return list;
}

}  // namespace assay::metric
