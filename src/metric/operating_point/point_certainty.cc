// SPDX-License-Identifier: Apache-2.0
#include "metric/operating_point/point_certainty.h"

#include <algorithm>
#include <functional>

#include "metric/resample/curve_bootstrap.h"
#include "stats/clopper_pearson.h"
#include "stats/proportion.h"

namespace assay::metric {

Result<std::optional<NaivePoint>> DescribeNaivePoint(const RankCurve& curve, double min_precision,
                                                     std::optional<double> base_rate, double level, std::uint64_t seed) {
  if (!(curve.positives > 0) || !(curve.negatives > 0)) return std::nullopt;
  const double required = base_rate ? ShiftedShare(min_precision, *base_rate, curve.prevalence()) : min_precision;
  auto best = RecallAtPrecision(curve, required);
  if (!best) return std::nullopt;
  NaivePoint naive{.point = *best, .threshold = {}, .note = {}};
  if (base_rate) naive.point.precision = ShiftedShare(best->precision, curve.prevalence(), *base_rate);
  const CurveStatistic threshold{.value = [required](const RankCurve& drawn) -> std::optional<double> {
                                   const auto found = RecallAtPrecision(drawn, required);
                                   return found ? std::optional(found->threshold) : std::nullopt;
                                 },
                                 .leaving_out = {}};
  ASSAY_TRY(outcome, BootstrapCurve(curve, threshold,
                                    {.seed = seed, .replicates = 1000, .level = level, .kind = BootstrapKind::kPercentile}));
  naive.threshold = outcome.interval;
  naive.note = outcome.note;
  return naive;
}

Result<FlaggedRate> FlaggedRateOf(const FlagCounts& counts, std::optional<double> base_rate, double level) {
  FlaggedRate rate;
  const std::uint64_t flagged = counts.true_positives + counts.false_positives;
  const std::uint64_t cases = counts.positives + counts.negatives;
  if (!base_rate) {
    ASSAY_TRY(interval, stats::ClopperPearsonInterval(flagged, cases, level));
    rate.value = static_cast<double>(flagged) / static_cast<double>(cases);
    rate.interval = interval;
    return rate;
  }
  ASSAY_CHECK_OK(stats::CheckShare("base rate", *base_rate));
  const double each = 1 - (1 - level) / 2;
  ASSAY_TRY(recall, stats::ClopperPearsonInterval(counts.true_positives, counts.positives, each));
  ASSAY_TRY(alarms, stats::ClopperPearsonInterval(counts.false_positives, counts.negatives, each));
  const auto at = [&](double of_positives, double of_negatives) {
    return *base_rate * of_positives + (1 - *base_rate) * of_negatives;
  };
  rate.value = at(static_cast<double>(counts.true_positives) / static_cast<double>(counts.positives),
                  static_cast<double>(counts.false_positives) / static_cast<double>(counts.negatives));
  rate.interval = {at(recall.low, alarms.low), at(recall.high, alarms.high), level, "clopper-pearson of both classes"};
  return rate;
}

FlagCounts FlagCountsAt(const RankCurve& curve, double threshold) {
  FlagCounts counts{.positives = curve.positive_cases, .negatives = curve.cases - curve.positive_cases};
  const auto below = std::ranges::lower_bound(curve.threshold, threshold, std::greater_equal());
  if (below == curve.threshold.begin()) return counts;
  const auto last = static_cast<std::size_t>(below - curve.threshold.begin()) - 1;
  counts.true_positives = static_cast<std::uint64_t>(curve.true_positives[last]);
  counts.false_positives = static_cast<std::uint64_t>(curve.false_positives[last]);
  return counts;
}

std::optional<double> BreakEvenBaseRate(double precision, double from, double required) {
  if (!(precision > 0 && precision < 1)) return std::nullopt;
  // odds(required) = odds(precision) x odds(rate) / odds(from), solved for the rate.
  return ShiftedShare(from, precision, required);
}

}  // namespace assay::metric
