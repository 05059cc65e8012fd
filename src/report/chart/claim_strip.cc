// SPDX-License-Identifier: Apache-2.0
// One claim on one line: the interval as a bar, the measured value as a dot, the bound as a tick,
// the side that the bound allows shaded. An interval on both sides of the tick is what UNDECIDED
// means.
#include <algorithm>
#include <charconv>
#include <string>

#include "report/chart/figure.h"
#include "report/number.h"
#include "report/words.h"

namespace assay::report {
namespace {

constexpr double kStripWidth = 132, kStripHeight = 22, kEdge = 8;

std::string Place(double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 1);
  return std::string(buffer, end.ptr);
}

}  // namespace

std::string ClaimStrip(const verdict::ClaimVerdict& claim) {
  const std::optional<double> measured = Finite(claim.measured), limit = Finite(claim.limit);
  if (!measured || !limit) return {};
  const std::optional<double> low = claim.interval ? Finite(claim.interval->low) : std::nullopt;
  const std::optional<double> high = claim.interval ? Finite(claim.interval->high) : std::nullopt;
  double from = std::min({*measured, *limit, low.value_or(*limit)});
  double to = std::max({*measured, *limit, high.value_or(*limit)});
  const double span = to - from;
  if (!(span >= 0 && span < 1e300)) return {};
  const double pad = span > 0 ? span * 0.12 : 1;
  from -= pad;
  to += pad;
  const auto place = [&](double value) {
    return kEdge + (value - from) / (to - from) * (kStripWidth - 2 * kEdge);
  };

  const double middle = kStripHeight / 2;
  std::string out =
      "<svg class=\"strip " + std::string(StyleOfWord(verdict::OutcomeWord(claim.outcome))) +
      "\" viewBox=\"0 0 " + Place(kStripWidth) + " " + Place(kStripHeight) + "\" aria-hidden=\"true\">";
  const std::string_view side = DirectionSign(claim.bound_text);
  if (side == "≤" || side == "<" || side == "≥" || side == ">") {
    const bool at_most = side == "≤" || side == "<";
    const double start = at_most ? 0 : place(*limit), end = at_most ? place(*limit) : kStripWidth;
    out += "<rect class=\"allowed\" x=\"" + Place(start) + "\" y=\"2\" width=\"" + Place(end - start) +
           "\" height=\"18\"/>";
  }
  if (low && high) {
    out += "<line class=\"bar\" x1=\"" + Place(place(*low)) + "\" x2=\"" + Place(place(*high)) +
           "\" y1=\"" + Place(middle) + "\" y2=\"" + Place(middle) + "\"/>";
  }
  out += "<line class=\"bound\" x1=\"" + Place(place(*limit)) + "\" x2=\"" + Place(place(*limit)) +
         "\" y1=\"1\" y2=\"21\"/>";
  out += "<circle class=\"value\" cx=\"" + Place(place(*measured)) + "\" cy=\"" + Place(middle) +
         "\" r=\"4\"/>";
  return out + "</svg>";
}

}  // namespace assay::report
