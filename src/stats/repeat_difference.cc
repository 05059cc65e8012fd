// SPDX-License-Identifier: Apache-2.0
#include "stats/repeat_difference.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace assay::stats {
namespace {

Result<std::vector<double>> Logarithms(std::span<const double> values) {
  if (values.size() < 2) return Fail(ErrorCode::kEmpty, "expected at least 2 repeats, found " + std::to_string(values.size()));
  std::vector<double> logarithms;
  for (const double value : values) {
    if (!(value > 0) || !std::isfinite(value)) return Fail(ErrorCode::kOutOfRange, "expected figures above 0, to take their ratio");
    logarithms.push_back(std::log(value));
  }
  return logarithms;
}

struct Spread {
  double mean = 0, variance = 0;
};

Spread SpreadOf(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  Spread spread;
  for (const double value : values) spread.mean += value / n;
  for (const double value : values) spread.variance += (value - spread.mean) * (value - spread.mean) / (n - 1);
  return spread;
}

}  // namespace

double RepeatDifference::Change() const { return std::expm1(log_ratio.mean); }

Interval RepeatDifference::ChangeInterval(double level) const {
  const double half = log_ratio.error > 0 ? StudentQuantile(level, log_ratio.freedom) * log_ratio.error : 0;
  return {std::expm1(log_ratio.mean - half), std::expm1(log_ratio.mean + half), level,
          paired ? "t of paired repeats" : "t of repeats, Welch"};
}

double RepeatDifference::PValue() const {
  if (log_ratio.error > 0) return StudentTwoSided(log_ratio.mean / log_ratio.error, log_ratio.freedom);
  return log_ratio.mean == 0 ? 1 : 0;
}

Result<RepeatDifference> PairedRepeats(std::span<const double> baseline, std::span<const double> other) {
  if (baseline.size() != other.size()) return Fail(ErrorCode::kContradiction, "expected as many repeats on either side");
  ASSAY_TRY(before, Logarithms(baseline));
  ASSAY_TRY(ratios, Logarithms(other));
  for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] -= before[i];
  const Spread spread = SpreadOf(ratios);
  const auto n = static_cast<double>(ratios.size());
  return RepeatDifference{{spread.mean, std::sqrt(spread.variance / n), n - 1}, std::sqrt(spread.variance), true, ratios.size()};
}

Result<RepeatDifference> UnpairedRepeats(std::span<const double> baseline, std::span<const double> other) {
  ASSAY_TRY(before, Logarithms(baseline));
  ASSAY_TRY(after, Logarithms(other));
  const Spread one = SpreadOf(before), two = SpreadOf(after);
  const auto n = static_cast<double>(before.size()), m = static_cast<double>(after.size());
  const double from_one = one.variance / n, from_two = two.variance / m, sum = from_one + from_two;
  const double freedom = sum > 0 ? sum * sum / (from_one * from_one / (n - 1) + from_two * from_two / (m - 1)) : n + m - 2;
  return RepeatDifference{{two.mean - one.mean, std::sqrt(sum), freedom}, std::sqrt(one.variance + two.variance), false,
                          std::min(before.size(), after.size())};
}

}  // namespace assay::stats
