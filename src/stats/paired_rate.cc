// SPDX-License-Identifier: Apache-2.0
#include "stats/paired_rate.h"

#include <algorithm>
#include <cmath>

#include "stats/normal_quantile.h"
#include "stats/proportion.h"
#include "stats/wilson_interval.h"

namespace assay::stats {
namespace {

Result<void> CheckPaired(const PairedCounts& counts, double level) {
  ASSAY_CHECK_OK(CheckShare("level", level));
  if (counts.cases() == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 case");
  return {};
}

// The score statistic of "first - second = difference". Under it the likeliest rate of cases that only the second gets
// right solves a quadratic equation.
double TangoScore(const PairedCounts& counts, double difference) {
  const auto n = static_cast<double>(counts.cases());
  const auto first = static_cast<double>(counts.only_first), second = static_cast<double>(counts.only_second);
  const double a = 2 * n;
  const double b = (2 * n - first + second) * difference - first - second;
  const double c = -second * difference * (1 - difference);
  const double rate = (std::sqrt(std::max(0.0, b * b - 4 * a * c)) - b) / (2 * a);
  const double variance = n * (2 * rate + difference * (1 - difference));
  const double gap = first - second - n * difference;
  if (variance > 0) return gap / std::sqrt(variance);
  return gap == 0 ? 0 : std::copysign(HUGE_VAL, gap);
}

double CasesFor(double discordance, double difference, double z_level, double z_power) {
  const double root = z_level * std::sqrt(discordance) +
                      z_power * std::sqrt(std::max(0.0, discordance - difference * difference));
  return root * root / (difference * difference);
}

Result<void> CheckPower(double discordance, double level, double power) {
  ASSAY_CHECK_OK(CheckShare("level", level));
  ASSAY_CHECK_OK(CheckShare("power", power));
  if (discordance > 0 && discordance <= 1) return {};
  return Fail(ErrorCode::kOutOfRange, "expected a share of differing answers above 0, at most 1");
}

}  // namespace

Result<Interval> TangoInterval(const PairedCounts& counts, double level) {
  ASSAY_CHECK_OK(CheckPaired(counts, level));
  const double z = NormalQuantile(0.5 + 0.5 * level);
  const double seen = (static_cast<double>(counts.only_first) - static_cast<double>(counts.only_second)) /
                      static_cast<double>(counts.cases());
  // The score falls with the difference; each end is where it crosses z, or the end of what a difference can be.
  const auto crossing = [&](double inside, double outside, double side) {
    if (std::abs(TangoScore(counts, outside)) <= z) return outside;
    for (int i = 0; i < 100; ++i) {
      const double middle = (inside + outside) / 2;
      (side * TangoScore(counts, middle) <= z ? inside : outside) = middle;
    }
    return inside;
  };
  return Interval{crossing(seen, -1, 1), crossing(seen, 1, -1), level, "Tango"};
}

Result<Interval> NewcombePairedInterval(const PairedCounts& counts, double level) {
  ASSAY_CHECK_OK(CheckPaired(counts, level));
  const auto a = static_cast<double>(counts.both), b = static_cast<double>(counts.only_first);
  const auto c = static_cast<double>(counts.only_second), d = static_cast<double>(counts.neither);
  const double n = a + b + c + d;
  ASSAY_TRY(first, WilsonInterval(counts.both + counts.only_first, counts.cases(), level));
  ASSAY_TRY(second, WilsonInterval(counts.both + counts.only_second, counts.cases(), level));
  const double p1 = (a + b) / n, p2 = (a + c) / n;
  const double margins = (a + b) * (c + d) * (a + c) * (b + d);
  double phi = 0;
  if (margins > 0) {
    const double determinant = a * d - b * c;
    // A positive correlation is drawn in by n/2, which keeps the interval from being too short in small samples.
    phi = (determinant > 0 ? std::max(determinant - n / 2, 0.0) : determinant) / std::sqrt(margins);
  }
  const auto half = [&](double one, double other) {
    return std::sqrt(std::max(0.0, one * one - 2 * phi * one * other + other * other));
  };
  return Interval{std::max(-1.0, p1 - p2 - half(p1 - first.low, second.high - p2)),
                  std::min(1.0, p1 - p2 + half(first.high - p1, p2 - second.low)), level, "Newcombe, paired"};
}

Result<std::uint64_t> PairedCasesForDifference(double discordance, double difference, double level, double power) {
  ASSAY_CHECK_OK(CheckPower(discordance, level, power));
  if (!(difference > 0 && difference <= discordance)) {
    return Fail(ErrorCode::kOutOfRange, "expected a difference above 0 and no greater than the share of differing answers");
  }
  const double z_level = NormalQuantile(0.5 + 0.5 * level), z_power = NormalQuantile(power);
  return static_cast<std::uint64_t>(std::ceil(CasesFor(discordance, difference, z_level, z_power)));
}

Result<std::optional<double>> DetectableRateDifference(std::uint64_t n, double discordance, double level, double power) {
  ASSAY_CHECK_OK(CheckPower(discordance, level, power));
  if (n == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 case");
  const double z_level = NormalQuantile(0.5 + 0.5 * level), z_power = NormalQuantile(power);
  const auto cases = static_cast<double>(n);
  if (CasesFor(discordance, discordance, z_level, z_power) > cases) return std::optional<double>();
  double low = 0, high = discordance;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (CasesFor(discordance, middle, z_level, z_power) > cases ? low : high) = middle;
  }
  return std::optional(high);
}

}  // namespace assay::stats
