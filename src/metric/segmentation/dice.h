// SPDX-License-Identifier: Apache-2.0
// Dice: overlap of two segmentations. What it is when both are empty differs between programs by a smoothing term, so
// the rule is named with the value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "assay/result.h"

namespace assay::metric {

enum class DiceSmoothing : std::uint8_t {
  kNone,         // 2 both / (a + b); undefined where both are empty
  kEmptyIsOne,   // the same; 1 where both are empty
  kAddOne,       // (2 both + 1) / (a + b + 1)
  kAddEpsilon,   // (2 both + 1e-6) / (a + b + 1e-6): nearly none, and 1 where both are empty
};

// "none", "empty is 1", "add 1", "add 1e-6".
std::string DiceSmoothingName(DiceSmoothing rule);

struct DiceCounts {
  std::uint64_t both = 0, predicted = 0, target = 0;  // cells of one class; they add over slices of a volume
};

// Cells that carry `label`, in the prediction, in the target and in both.
// Shape    a label per cell, both of equal length.
// Errors   kContradiction for lengths.
// Threads  safe: pure.
Result<DiceCounts> CountDice(std::span<const std::int32_t> predicted, std::span<const std::int32_t> target,
                             std::int32_t label);

// Range    0 to 1; empty where the rule leaves it undefined.
// Source   Dice, Ecology 26 (1945) 297-302.
std::optional<double> Dice(const DiceCounts& counts, DiceSmoothing rule);

}  // namespace assay::metric
