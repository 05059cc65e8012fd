// SPDX-License-Identifier: Apache-2.0
#include "fit/timestamp.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>

namespace assay::fit {
namespace {

constexpr double kLatestSeconds = 1e11;
constexpr double kFinest = 1e-9;
constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";

// Takes fixed forms off the front of a text; `ok` stays false after the first mismatch.
struct Cursor {
  std::string_view rest;
  bool ok = true;

  int Digits(std::size_t count) {
    if (!ok || rest.size() < count) return Mismatch();
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (rest[i] < '0' || rest[i] > '9') return Mismatch();
      value = value * 10 + (rest[i] - '0');
    }
    rest.remove_prefix(count);
    return value;
  }
  bool TakeIf(std::string_view any) {
    if (!ok || rest.empty() || any.find(rest[0]) == any.npos) return false;
    rest.remove_prefix(1);
    return true;
  }
  void Take(std::string_view any) {
    if (!TakeIf(any)) Mismatch();
  }
  int Month() {
    const std::size_t at = ok && rest.size() >= 3 ? kMonths.find(rest.substr(0, 3)) : kMonths.npos;
    if (at == kMonths.npos || at % 3 != 0) return Mismatch();
    rest.remove_prefix(3);
    return static_cast<int>(at / 3) + 1;
  }
  int Mismatch() {
    ok = false;
    return 0;
  }
};

struct Fraction {
  double seconds = 0, resolution = 1;
};

Fraction ReadFraction(Cursor& cursor) {
  Fraction fraction;
  if (!cursor.TakeIf(".,")) return fraction;
  if (cursor.rest.empty() || cursor.rest[0] < '0' || cursor.rest[0] > '9') cursor.ok = false;
  while (cursor.ok && !cursor.rest.empty() && cursor.rest[0] >= '0' && cursor.rest[0] <= '9') {
    fraction.resolution /= 10;
    fraction.seconds += fraction.resolution * cursor.Digits(1);
  }
  return fraction;
}

// Seconds east of UTC: "Z", "+01:00", "+0100", "+01", or nothing.
int ReadZone(Cursor& cursor) {
  if (cursor.rest.empty() || cursor.TakeIf("Z")) return 0;
  const bool west = cursor.rest[0] == '-';
  cursor.Take("+-");
  const int hours = cursor.Digits(2);
  cursor.TakeIf(":");
  const int minutes = cursor.rest.empty() ? 0 : cursor.Digits(2);
  if (hours > 23 || minutes > 59) cursor.ok = false;
  return (west ? -1 : 1) * (hours * 3600 + minutes * 60);
}

std::optional<Timestamp> Date(int year, int month, int day, Cursor& cursor, bool blank_zone) {
  const int hour = cursor.Digits(2);
  cursor.Take(":");
  const int minute = cursor.Digits(2);
  cursor.Take(":");
  const int second = cursor.Digits(2);  // 60 is a leap second
  const Fraction fraction = ReadFraction(cursor);
  if (blank_zone) cursor.Take(" ");
  const int zone = ReadZone(cursor);
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!cursor.ok || !cursor.rest.empty() || !date.ok() || hour > 23 || minute > 59 || second > 60) {
    return std::nullopt;
  }
  const double days = static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
  return Timestamp{days * 86400 + hour * 3600 + minute * 60 + second - zone + fraction.seconds,
                   fraction.resolution};
}

std::optional<Timestamp> ReadDate(std::string_view text) {
  Cursor cursor{text};
  if (text.size() > 2 && text[2] == '/') {
    const int day = cursor.Digits(2);
    cursor.Take("/");
    const int month = cursor.Month();
    cursor.Take("/");
    const int year = cursor.Digits(4);
    cursor.Take(":");
    return Date(year, month, day, cursor, true);
  }
  const int year = cursor.Digits(4);
  cursor.Take("-");
  const int month = cursor.Digits(2);
  cursor.Take("-");
  const int day = cursor.Digits(2);
  cursor.Take("T ");
  return Date(year, month, day, cursor, false);
}

// How fine a number is written; one with an exponent counts as the finest.
double ResolutionOf(std::string_view text) {
  if (text.find_first_of("eE") != text.npos) return kFinest;
  const std::size_t point = text.find('.');
  if (point == text.npos) return 1;
  return std::pow(10.0, -static_cast<double>(std::min<std::size_t>(text.size() - point - 1, 12)));
}

}  // namespace

Result<Timestamp> ParseTimestamp(std::string_view text, double unit) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size()) {
    if (const auto date = ReadDate(text)) return *date;
    return Fail(ErrorCode::kBadRow,
                "expected seconds, an ISO 8601 time or a date of the common log format, found '" +
                    std::string(text.substr(0, 80)) + "'");
  }
  if (failure == std::errc::result_out_of_range || !std::isfinite(value)) {
    return Fail(ErrorCode::kNotFinite,
                "expected finite seconds, found '" + std::string(text) + "'");
  }
  if (!(std::abs(value * unit) <= kLatestSeconds)) {
    return Fail(ErrorCode::kOutOfRange,
                "expected at most 1e11 seconds, found '" + std::string(text) + "'",
                "name a column of milliseconds with _ms at its end; _us and _ns likewise");
  }
  return Timestamp{value * unit, std::max(ResolutionOf(text) * unit, kFinest)};
}

}  // namespace assay::fit
