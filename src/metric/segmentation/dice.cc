// SPDX-License-Identifier: Apache-2.0
#include "metric/segmentation/dice.h"

namespace assay::metric {

std::string DiceSmoothingName(DiceSmoothing rule) {
  switch (rule) {
    case DiceSmoothing::kEmptyIsOne:
      return "empty is 1";
    case DiceSmoothing::kAddOne:
      return "add 1";
    case DiceSmoothing::kAddEpsilon:
      return "add 1e-6";
    case DiceSmoothing::kNone:
      break;
  }
  return "none";
}

Result<DiceCounts> CountDice(std::span<const std::int32_t> predicted, std::span<const std::int32_t> target,
                             std::int32_t label) {
  if (predicted.size() != target.size()) return Fail(ErrorCode::kContradiction, "expected a predicted label for each cell");
  DiceCounts counts;
  for (std::size_t i = 0; i < target.size(); ++i) {
    const bool given = predicted[i] == label;
    const bool wanted = target[i] == label;
    counts.both += given && wanted ? 1 : 0;
    counts.predicted += given ? 1 : 0;
    counts.target += wanted ? 1 : 0;
  }
  return counts;
}

std::optional<double> Dice(const DiceCounts& counts, DiceSmoothing rule) {
  const double smoothing = rule == DiceSmoothing::kAddOne ? 1 : rule == DiceSmoothing::kAddEpsilon ? 1e-6 : 0;
  const double whole = static_cast<double>(counts.predicted) + static_cast<double>(counts.target) + smoothing;
  if (!(whole > 0)) return rule == DiceSmoothing::kEmptyIsOne ? std::optional(1.0) : std::nullopt;
  return (2 * static_cast<double>(counts.both) + smoothing) / whole;
}

}  // namespace assay::metric
