// SPDX-License-Identifier: Apache-2.0
// A quoted figure beside the published one: equal to the digits that were quoted, rounded, or another number.
#pragma once

#include <optional>
#include <string_view>

#include "citation/citation.h"
#include "results/row.h"

namespace assay::citation {

// A figure as it was written.
struct Figure {
  double value = 0;
  double step = 1;         // of its last digit: 0.1 for "34.9", 1 for "34,988"
  double round_step = 1;   // of its last digit that isn't a trailing zero: 1000 for "35,000"
  int digits = 0;          // significant ones, without trailing zeros
};

// "34988", "34,988.5", "35 000", "35k", "1.2M".
// Errors   empty when it is no positive number.
std::optional<Figure> ParseFigure(std::string_view text);

// What the words around a figure make of it.
enum class Bound : std::uint8_t { kNone, kAbout, kOver, kUpTo };
Bound BoundOf(const Quote& quote);

enum class ValueAgreement : std::uint8_t { kNo, kRounded, kEqual };

// kEqual: the row's value is the figure to the digits quoted. kRounded: only when trailing zeros don't count, or as the
// bound that was quoted ("over 34,000" holds for 34,988; "over 35,000" doesn't).
// Unit     both in the row's unit; `unit` is what was stated, empty = the row's.
ValueAgreement AgreesWith(const Figure& figure, Bound bound, std::string_view unit, const results::Row& row);

}  // namespace assay::citation
