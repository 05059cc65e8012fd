// SPDX-License-Identifier: Apache-2.0
// Numbers for people: one scale and one count of digits for all numbers that stand together (a row,
// a column, an axis), so that they can be compared by eye. The values themselves are never changed;
// JSON gets them unrounded.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/metric.h"

namespace assay::report {

// How the numbers of one group are written. `unit` is "" "%" "ms" "/s" "EUR" "EUR/1000" …
struct Scale {
  double factor = 1;  // shown = value · factor
  int decimals = 0;
  std::string unit;
};

// The scale that shows all `values` (empty and non-finite ones don't count): at least three
// significant digits of the largest and two of the smallest, so that 98.54 % and 98.46 % stay
// different.
Scale ChooseScale(std::span<const std::optional<double>> values, Unit unit,
                  std::string_view currency);
Scale ChooseScale(std::initializer_list<std::optional<double>> values, Unit unit,
                  std::string_view currency);

// The number alone, digits grouped by `group` ("73 412"); "–" when empty or not finite.
std::string FormatNumber(std::optional<double> value, const Scale& scale,
                         std::string_view group = " ");
// With its unit: "16.9 ms", "98.54 %".
std::string FormatWithUnit(std::optional<double> value, const Scale& scale,
                           std::string_view group = " ");
// "16.4–17.5", in the scale's unit; "" when empty.
std::string FormatInterval(const std::optional<Interval>& interval, const Scale& scale,
                           std::string_view group = " ");
// A one-sided lower bound of a share reaches up to 1 whatever the value.
bool IsLowerBoundOfShare(const std::optional<double>& share, const Interval& interval);
// "95 % interval 16.4–17.5 %" of a share, or "at least 16.4 %, confidence 97.5 %" for a lower bound.
std::string FormatShareInterval(const std::optional<double>& share, const Interval& interval,
                                const Scale& scale);
std::string FormatCount(std::uint64_t count, std::string_view group = " ");
// A signed share as a percentage: "+2.1 %", "−13 %"; "" when empty.
std::string FormatMargin(const std::optional<double>& margin, std::string_view group = " ");
// "95 %", "99.9 %": a share with the digits that it needs and no more.
std::string FormatShare(double share);

// The value of a number, or nothing when it isn't finite.
std::optional<double> Finite(const std::optional<double>& value);

}  // namespace assay::report
