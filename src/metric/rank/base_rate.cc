// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/base_rate.h"

#include <cmath>

#include "stats/normal_quantile.h"
#include "stats/proportion.h"

namespace assay::metric {

double ShiftedShare(double share, double from, double to) {
  // Multiplied out, so that shares 0 and 1 stay what they are.
  const double positive = share * to * (1 - from);
  const double negative = (1 - share) * from * (1 - to);
  return positive / (positive + negative);
}

RankCurve AtBaseRate(RankCurve curve, double base_rate) {
  const double prevalence = curve.prevalence();
  const double positive = base_rate / prevalence;
  const double negative = (1 - base_rate) / (1 - prevalence);
  for (double& weight : curve.true_positives) weight *= positive;
  for (double& weight : curve.false_positives) weight *= negative;
  curve.positives *= positive;
  curve.negatives *= negative;
  curve.positive_squares = 0;
  curve.weighted = true;
  return curve;
}

namespace {

struct FlagRates {
  double of_positives, of_negatives;
};

Result<FlagRates> RatesOf(const FlagCounts& counts, double base_rate) {
  ASSAY_CHECK_OK(stats::CheckShare("base rate", base_rate));
  if (counts.positives == 0 || counts.negatives == 0) return Fail(ErrorCode::kOneClass, "expected cases of both classes");
  if (counts.true_positives > counts.positives || counts.false_positives > counts.negatives) {
    return Fail(ErrorCode::kOutOfRange, "expected no more flags than cases");
  }
  return FlagRates{static_cast<double>(counts.true_positives) / static_cast<double>(counts.positives),
                   static_cast<double>(counts.false_positives) / static_cast<double>(counts.negatives)};
}

}  // namespace

Result<ExpectedAtBaseRate> ExpectAtBaseRate(const FlagCounts& counts, double base_rate, double level) {
  ASSAY_CHECK_OK(stats::CheckShare("level", level));
  ASSAY_TRY(rates, RatesOf(counts, base_rate));
  const double hits = base_rate * rates.of_positives;
  const double alarms = (1 - base_rate) * rates.of_negatives;
  if (!(hits + alarms > 0)) return Fail(ErrorCode::kUndefined, "no case is flagged");
  ExpectedAtBaseRate result{.precision = hits / (hits + alarms), .flag_rate = hits + alarms};
  if (counts.true_positives == 0 || counts.false_positives == 0) return result;
  const auto inverse = [](std::uint64_t count) { return 1 / static_cast<double>(count); };
  const double error = std::sqrt(inverse(counts.true_positives) - inverse(counts.positives) +
                                 inverse(counts.false_positives) - inverse(counts.negatives));
  const double centre = std::log(hits / alarms);
  const double half = stats::NormalQuantile((1 + level) / 2) * error;
  result.precision_interval = Interval{1 / (1 + std::exp(half - centre)), 1 / (1 + std::exp(-half - centre)), level,
                                       "simel, logit (approximate)"};
  return result;
}

Result<double> ExpectedCostPer1000(const FlagCounts& counts, double base_rate, double miss, double false_alarm,
                                   double review) {
  ASSAY_TRY(rates, RatesOf(counts, base_rate));
  const double hits = base_rate * rates.of_positives;
  const double alarms = (1 - base_rate) * rates.of_negatives;
  return 1000 * ((base_rate - hits) * miss + alarms * false_alarm + (hits + alarms) * review);
}

Result<double> BayesThreshold(const DecisionCosts& costs) {
  const double of_alarm = costs.false_alarm - costs.true_negative;
  const double of_miss = costs.miss - costs.true_positive;
  if (!(of_alarm > 0 && of_miss > 0)) {
    return Fail(ErrorCode::kOutOfRange, "expected wrong decisions to cost more than right ones");
  }
  return of_alarm / (of_alarm + of_miss);
}

}  // namespace assay::metric
