// SPDX-License-Identifier: Apache-2.0
#include "report/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace assay::report {
namespace {

constexpr std::string_view kMinus = "−";
constexpr std::string_view kUndefined = "–";
constexpr double kTooLongForFixed = 1e15;

// Decimals that show `digits` significant digits of a positive magnitude.
int DecimalsFor(double magnitude, int digits) {
  return digits - 1 - static_cast<int>(std::floor(std::log10(magnitude)));
}

struct Magnitudes {
  double smallest = 0, largest = 0;  // of |value| > 0; both 0 when there is none
  double nearest_one = 1;            // smallest distance > 0 from 1, for shares
  bool integral = true;
};

Magnitudes Measure(std::span<const std::optional<double>> values) {
  Magnitudes m;
  for (const std::optional<double>& entry : values) {
    const std::optional<double> value = Finite(entry);
    if (!value) continue;
    const double magnitude = std::fabs(*value);
    if (magnitude != std::floor(magnitude)) m.integral = false;
    if (magnitude == 0) continue;
    m.largest = std::max(m.largest, magnitude);
    m.smallest = m.smallest == 0 ? magnitude : std::min(m.smallest, magnitude);
    if (magnitude != 1) m.nearest_one = std::min(m.nearest_one, std::fabs(1 - magnitude));
  }
  return m;
}

int Decimals(const Magnitudes& m, double factor, int least, int most) {
  if (m.largest == 0) return least;
  const int wanted =
      std::max(DecimalsFor(m.largest * factor, 3), DecimalsFor(m.smallest * factor, 2));
  return std::clamp(wanted, least, most);
}

Scale ShareScale(const Magnitudes& m) {
  // Near 0 and near 1 what counts is the distance from the end.
  const double distance = std::min(m.smallest == 0 ? 1.0 : m.smallest, m.nearest_one);
  const int decimals = distance >= 0.1 ? 1 : distance >= 0.01 ? 2 : distance >= 0.001 ? 3 : 4;
  return {100, decimals, "%"};
}

Scale DurationScale(const Magnitudes& m) {
  if (m.largest >= 1e9) return {1e-9, Decimals(m, 1e-9, 1, 4), "s"};
  if (m.largest >= 1e6) return {1e-6, Decimals(m, 1e-6, 1, 4), "ms"};
  if (m.largest >= 1e3) return {1e-3, Decimals(m, 1e-3, 1, 4), "µs"};
  return {1, m.integral ? 0 : 1, "ns"};
}

std::string Group(std::string_view digits, std::string_view group) {
  const std::size_t whole = std::min(digits.find_first_of(".e"), digits.size());
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && i < whole && (whole - i) % 3 == 0) text += group;
    text += digits[i];
  }
  return text;
}

std::string Digits(double magnitude, int decimals) {
  char buffer[64];
  const auto end = magnitude < kTooLongForFixed
                       ? std::to_chars(buffer, buffer + sizeof buffer, magnitude,
                                       std::chars_format::fixed, decimals)
                       : std::to_chars(buffer, buffer + sizeof buffer, magnitude,
                                       std::chars_format::scientific, 3);
  return std::string(buffer, end.ptr);
}

bool IsZero(std::string_view digits) {
  return digits.find_first_of("123456789") == std::string_view::npos;
}

}  // namespace

std::optional<double> Finite(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

Scale ChooseScale(std::span<const std::optional<double>> values, Unit unit,
                  std::string_view currency) {
  const Magnitudes m = Measure(values);
  switch (unit) {
    case Unit::kShare:
      return ShareScale(m);
    case Unit::kNanoseconds:
      return DurationScale(m);
    case Unit::kCount:
    case Unit::kCores:
      return {1, m.integral ? 0 : Decimals(m, 1, 1, 3), ""};
    case Unit::kPerSecond:
      return {1, Decimals(m, 1, m.largest >= 10'000 ? 0 : 1, 4), "/s"};
    case Unit::kMoney:
      return {1, Decimals(m, 1, 2, 8), std::string(currency)};
    case Unit::kMoneyPer1000:
      return {1, Decimals(m, 1, 2, 8), std::string(currency) + "/1000"};
    case Unit::kNumber:
      break;
  }
  return {1, Decimals(m, 1, m.integral && m.largest >= 1000 ? 0 : 3, 6), ""};
}

Scale ChooseScale(std::initializer_list<std::optional<double>> values, Unit unit,
                  std::string_view currency) {
  return ChooseScale(std::span<const std::optional<double>>(values.begin(), values.size()), unit,
                     currency);
}

std::string FormatNumber(std::optional<double> value, const Scale& scale, std::string_view group) {
  value = Finite(value);
  if (!value) return std::string(kUndefined);
  const std::string digits = Digits(std::fabs(*value * scale.factor), scale.decimals);
  const bool negative = *value < 0 && !IsZero(digits);
  return (negative ? std::string(kMinus) : std::string()) + Group(digits, group);
}

std::string FormatWithUnit(std::optional<double> value, const Scale& scale,
                           std::string_view group) {
  const std::string number = FormatNumber(value, scale, group);
  if (!Finite(value) || scale.unit.empty()) return number;
  return scale.unit.front() == '/' ? number + scale.unit : number + " " + scale.unit;
}

std::string FormatInterval(const std::optional<Interval>& interval, const Scale& scale,
                           std::string_view group) {
  if (!interval) return {};
  return FormatNumber(interval->low, scale, group) + "–" +
         FormatNumber(interval->high, scale, group);
}

bool IsLowerBoundOfShare(const std::optional<double>& share, const Interval& interval) {
  return interval.high == 1 && Finite(share) && *share < 1;
}

std::string FormatShareInterval(const std::optional<double>& share, const Interval& interval,
                                const Scale& scale) {
  if (IsLowerBoundOfShare(share, interval)) {
    return "at least " + FormatWithUnit(interval.low, scale) + ", confidence " +
           FormatShare(interval.level);
  }
  return FormatShare(interval.level) + " interval " + FormatInterval(interval, scale) + " %";
}

std::string FormatCount(std::uint64_t count, std::string_view group) {
  return Group(std::to_string(count), group);
}

std::string FormatMargin(const std::optional<double>& margin, std::string_view group) {
  const std::optional<double> value = Finite(margin);
  if (!value) return {};
  const double percent = std::fabs(*value) * 100;
  const std::string digits = Digits(percent, percent < 9.95 ? 1 : 0);
  const std::string_view sign = IsZero(digits) ? "±" : *value < 0 ? kMinus : "+";
  return std::string(sign) + Group(digits, group) + " %";
}

std::string FormatShare(double share) {
  if (!std::isfinite(share)) return std::string(kUndefined);
  std::string digits = Digits(std::fabs(share * 100), 4);
  while (digits.find('.') != std::string::npos && (digits.back() == '0' || digits.back() == '.')) {
    const bool point = digits.back() == '.';
    digits.pop_back();
    if (point) break;
  }
  return (share < 0 && !IsZero(digits) ? std::string(kMinus) : std::string()) + digits + " %";
}

}  // namespace assay::report
