// SPDX-License-Identifier: Apache-2.0
#include "round/accuracy_gate.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace assay::round {
namespace {

// The nearest number with five significant digits. to_chars rounds the exact value, ties to even.
double Rounded(double value) {
  char text[32];
  const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 4);
  double rounded = value;
  std::from_chars(text, written.ptr, rounded);
  return rounded;
}

GateSide SideOf(double value, const GateBounds& bounds) {
  if (bounds.at_least && !(value >= *bounds.at_least)) return GateSide::kBelow;
  if (bounds.at_most && !(value <= *bounds.at_most)) return GateSide::kAbove;
  return GateSide::kWithin;
}

}  // namespace

bool LowerIsBetter(std::string_view metric) { return metric == "DLRM_NE"; }

GateBounds RuleBounds(const Gate& gate) {
  if (!LowerIsBetter(gate.metric)) return {gate.target, gate.upper};
  if (gate.reference && gate.share) return {std::nullopt, *gate.reference / *gate.share};
  return {std::nullopt, gate.upper ? gate.upper : gate.reference};
}

GateBounds CheckerBounds(const Gate& gate) {
  if (gate.reference && gate.share && gate.target) return {*gate.reference * *gate.share, gate.upper};
  return {gate.target, gate.upper};
}

std::string FiveDigits(double value) {
  char text[400];
  const double rounded = Rounded(value);
  const int places = rounded == 0 ? 4 : std::max(0, 4 - static_cast<int>(std::floor(std::log10(std::fabs(rounded)))));
  const auto written = std::to_chars(text, text + sizeof text, rounded, std::chars_format::fixed, places);
  return {text, written.ptr};
}

GateSide ByRules(const Gate& gate, double measured) {
  GateBounds bounds = RuleBounds(gate);
  if (bounds.at_least) bounds.at_least = Rounded(*bounds.at_least);
  if (bounds.at_most) bounds.at_most = Rounded(*bounds.at_most);
  return SideOf(Rounded(measured), bounds);
}

GateSide ByChecker(const Gate& gate, double printed) { return SideOf(printed, CheckerBounds(gate)); }

}  // namespace assay::round
