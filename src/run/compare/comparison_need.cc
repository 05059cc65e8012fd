// SPDX-License-Identifier: Apache-2.0
#include "run/compare/comparison_need.h"

#include <cmath>
#include <utility>

#include "run/measurement_text.h"
#include "stats/paired_rate.h"
#include "stats/student_t.h"

namespace assay::run {
namespace {

constexpr double kNeedLevel = 0.95, kNeedPower = 0.8, kSlowdown = 0.05;

std::string PointsText(double share) {
  const double points = std::round(share * 1e4) / 100;
  return Fixed(points, points == std::floor(points) ? 0 : 1);
}

std::string PercentText(double share) { return PointsText(share) + " %"; }

}  // namespace

ComparisonNeeds ComparisonNeedsOf(std::uint64_t planned_repeats, bool interleaved) {
  ComparisonNeeds needs{.repeats = {}, .items = {}, .planned_repeats = planned_repeats, .interleaved = interleaved};
  for (const double deviation : {0.01, 0.03, 0.05, 0.10}) {
    const auto repeats = stats::ValuesForMean(std::log1p(kSlowdown), deviation, kNeedLevel, kNeedPower);
    if (repeats) needs.repeats.push_back({kSlowdown, deviation, *repeats});
  }
  for (const auto& [discordance, difference] : {std::pair{0.10, 0.05}, {0.05, 0.01}, {0.02, 0.005}}) {
    const auto items = stats::PairedCasesForDifference(discordance, difference, kNeedLevel, kNeedPower);
    if (items) needs.items.push_back({discordance, difference, *items});
  }
  return needs;
}

std::string ComparisonNeedsText(const ComparisonNeeds& needs) {
  std::string text = "to compare systems (80 % power, 95 %): a 5 % slowdown takes ";
  for (std::size_t i = 0; i < needs.repeats.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(needs.repeats[i].repeats) + (i == 0 ? " interleaved repeats where a repeat's ratio varies by " : " at ") +
            PercentText(needs.repeats[i].deviation);
  }
  text += "; planned: " + std::to_string(needs.planned_repeats) + (needs.interleaved ? ", interleaved" : ", not interleaved") + "\n";
  text += "a change in accuracy takes ";
  for (std::size_t i = 0; i < needs.items.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(needs.items[i].items) + (i == 0 ? " labelled cases for " : " for ") +
            PointsText(needs.items[i].difference) + (i == 0 ? " points where " : " where ") + PercentText(needs.items[i].discordance) + (i == 0 ? " of the answers differ" : "");
  }
  return text + "\n";
}

}  // namespace assay::run
