// SPDX-License-Identifier: Apache-2.0
// A measured accuracy held against a round's gate, twice: as the rules are written, and as the official checker computes.
// At the edge of a gate the two can differ, and a report that shows one of them only would be wrong half of the time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "round/round.h"

namespace assay::round {

// Whether less is better: normalised entropy is a loss. For a metric with both bounds neither direction is.
bool LowerIsBetter(std::string_view metric);

enum class GateSide : std::uint8_t { kWithin, kBelow, kAbove };

// The bounds of a gate as one reader of it has them; empty = none.
struct GateBounds {
  std::optional<double> at_least, at_most;
};

// The rules: reference x share as the decimal numbers that they are; for a loss reference / share is the most.
GateBounds RuleBounds(const Gate& gate);
// The checker: the product of two binary numbers, and "at least" for every metric, losses too.
GateBounds CheckerBounds(const Gate& gate);

// "38.391" for 38.391408: five significant digits, half to even, as the rules want numbers compared.
// Range    finite.
std::string FiveDigits(double value);

// Both sides to five significant digits.
// Threads  safe: pure, as all here.
// Source   inference rules on rounding of accuracy; rounds/*.toml, conflict "accuracy rounding".
GateSide ByRules(const Gate& gate, double measured);
// The number as accuracy.txt has it, unrounded bounds.
// Source   submission checker, its comparison of accuracy values (by values of the held round).
GateSide ByChecker(const Gate& gate, double printed);

}  // namespace assay::round
