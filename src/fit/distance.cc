// SPDX-License-Identifier: Apache-2.0
#include "fit/distance.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fit/scenario_fit.h"
#include "round/spelling.h"

namespace assay::fit {
namespace {

using round::KeyOf;

constexpr double kSameSize = 1.05;     // a rounding's worth
constexpr double kSmallEffect = 0.2;   // Cohen's h: small
constexpr double kMediumEffect = 0.5;  // medium
constexpr double kNoDifference = 1e-9;

struct AxisWords {
  Axis axis;
  std::string_view name, licenses, not_licenses;
};

// What an axis lets one carry over from a row when it is near, and what it forbids when it isn't.
constexpr AxisWords kAxes[] = {
    {Axis::kModel, "model", "speed: the row ran the model that we run",
     "speed or accuracy of our model: another one was measured"},
    {Axis::kData, "data", "accuracy, as far as our cases are drawn like these",
     "accuracy on our data: the gate holds for the benchmark's own"},
    {Axis::kClassBalance, "class balance", "accuracy as a share of all cases",
     "precision, recall or cost at our base rate"},
    {Axis::kInputSize, "input size", "work per request", "rate and latency for inputs of our size"},
    {Axis::kOutputSize, "output size",
     "work per answer; a rate in tokens is one in answers of this length",
     "rate and latency for answers of our length"},
    {Axis::kQualityBar, "quality bar",
     "that no more accuracy was given up than we allow, on the benchmark's data",
     "that our bar would be met by this configuration"},
    {Axis::kTraffic, "traffic", "the way of sending: the headline number is of arrivals like ours",
     "the headline number under our arrivals"},
    {Axis::kSla, "SLA", "that our latency bound held at the row's rate",
     "that our latency bound would hold"},
    {Axis::kPrecision, "precision", "the number for the numeric types that we accept",
     "the number at our precision"},
    {Axis::kHardware, "hardware", "the number for a machine like ours",
     "the number on our machine"},
    {Axis::kSoftware, "software", "the number for our stack",
     "the number with our stack or version"},
    {Axis::kPipeline, "pipeline", "that the row's path has the parts that ours has",
     "end-to-end time: parts of our path weren't measured"},
};

const AxisWords& WordsOf(Axis axis) { return *std::ranges::find(kAxes, axis, &AxisWords::axis); }

std::vector<std::string> Parts(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    if (std::string key = KeyOf(std::string_view(text).substr(from, comma - from)); !key.empty()) {
      parts.push_back(std::move(key));
    }
    from = comma + 1;
  }
  return parts;
}

bool OneHoldsTheOther(const std::string& ours, const std::string& theirs) {
  const std::string a = KeyOf(ours), b = KeyOf(theirs);
  return !a.empty() && !b.empty() && (a.find(b) != a.npos || b.find(a) != b.npos);
}

std::string FirstWord(const std::string& text) {
  const std::size_t start = text.find_first_not_of(" 0123456789x");
  if (start == text.npos) return "";
  return KeyOf(std::string_view(text).substr(start, text.find_first_of(" ,;(", start) - start));
}

Near NearByWords(Axis axis, const Side& ours, const Side& theirs) {
  if (OneHoldsTheOther(ours.words, theirs.words)) return Near::kSame;
  const bool close = axis == Axis::kHardware || axis == Axis::kSoftware;
  return close && !FirstWord(ours.words).empty() && FirstWord(ours.words) == FirstWord(theirs.words)
             ? Near::kClose
             : Near::kFar;
}

// Only what stands before the first ';' counts: "one model; images are …".
Near NearByPipeline(const Side& ours, const Side& theirs) {
  const auto shape = [](const Side& side) {
    return KeyOf(side.words.substr(0, side.words.find(';')));
  };
  return shape(ours) == shape(theirs) ? Near::kSame : Near::kFar;
}

Near NearByPrecision(const Side& ours, const Side& theirs) {
  const auto a = Parts(ours.words), b = Parts(theirs.words);
  const auto wide = [](const std::string& type) {
    return type.ends_with("16") || type.ends_with("32");
  };
  if (std::ranges::find(b, "undisclosed") != b.end() ||
      std::ranges::find(a, "undisclosed") != a.end()) {
    return Near::kNotKnown;
  }
  const auto ours_too = [&](const std::string& type) {
    return std::ranges::find(a, type) != a.end();
  };
  if (std::ranges::all_of(b, ours_too)) return Near::kSame;
  return std::ranges::all_of(a, wide) && std::ranges::all_of(b, wide) ? Near::kClose : Near::kFar;
}

// Ours may be several; the nearest counts.
Near NearByTraffic(const Side& ours, const Side& theirs) {
  const std::string wanted = KeyOf(theirs.words);
  Near best = Near::kFar;
  for (const std::string& each : Parts(ours.words)) {
    if (each == wanted) return Near::kSame;
    const bool server = wanted == "server" || wanted == "interactive";
    if (server && (each == "server" || each == "interactive" || each == "ownarrivalspoisson"))
      best = Near::kClose;
    if (each == "ownarrivalsreplay" && best == Near::kFar) best = Near::kNotKnown;
  }
  return best;
}

// Larger or smaller by this factor counts alike.
Near NearBySize(double ratio) {
  const double factor = std::max(ratio, 1 / ratio);
  return factor <= kSameSize                    ? Near::kSame
         : factor <= FitThresholds::kSizeWithin ? Near::kClose
                                                : Near::kFar;
}

void CompareNumbers(AxisDistance& axis) {
  const double ours = *axis.ours.number, theirs = *axis.theirs.number;
  switch (axis.axis) {
    case Axis::kInputSize:
    case Axis::kOutputSize:
      if (!(ours > 0 && theirs > 0)) return;
      axis.effect = ours / theirs;
      axis.effect_name = "ratio of means";
      axis.near = NearBySize(*axis.effect);
      return;
    case Axis::kClassBalance: {
      if (ours < 0 || ours > 1 || theirs < 0 || theirs > 1) return;
      axis.effect = std::abs(2 * std::asin(std::sqrt(ours)) - 2 * std::asin(std::sqrt(theirs)));
      axis.effect_name = "Cohen's h";
      axis.near = *axis.effect < kSmallEffect    ? Near::kSame
                  : *axis.effect < kMediumEffect ? Near::kClose
                                                 : Near::kFar;
      return;
    }
    case Axis::kQualityBar:
      if (axis.ours.unit.starts_with("of ") && theirs < 1) {
        axis.effect = (1 - ours) / (1 - theirs);
        axis.effect_name = "ratio of losses allowed";
      } else {
        axis.effect = ours - theirs;
        axis.effect_name = "difference of the bars";
      }
      axis.near = std::abs(ours - theirs) <= kNoDifference ? Near::kSame
                  : ours < theirs                          ? Near::kClose
                                                           : Near::kFar;
      return;
    case Axis::kSla:
      if (!(ours > 0 && theirs > 0)) return;
      axis.effect = theirs / ours;
      axis.effect_name = "ratio of bounds, theirs over ours";
      axis.near = *axis.effect > kSameSize       ? Near::kFar
                  : *axis.effect < 1 / kSameSize ? Near::kClose
                                                 : Near::kSame;
      return;
    default:
      return;
  }
}

void Compare(AxisDistance& axis) {
  if (axis.ours.words.empty() || axis.theirs.words.empty()) return;
  switch (axis.axis) {
    case Axis::kClassBalance:
    case Axis::kInputSize:
    case Axis::kOutputSize:
    case Axis::kQualityBar:
    case Axis::kSla:
      if (!axis.ours.number || !axis.theirs.number) return;
      if (axis.ours.unit == axis.theirs.unit) return CompareNumbers(axis);
      axis.near = Near::kFar;
      return;
    case Axis::kTraffic:
      axis.near = NearByTraffic(axis.ours, axis.theirs);
      return;
    case Axis::kPrecision:
      axis.near = NearByPrecision(axis.ours, axis.theirs);
      return;
    case Axis::kPipeline:
      axis.near = NearByPipeline(axis.ours, axis.theirs);
      return;
    case Axis::kModel:
    case Axis::kData:
    case Axis::kHardware:
    case Axis::kSoftware:
      axis.near = NearByWords(axis.axis, axis.ours, axis.theirs);
      return;
  }
}

}  // namespace

std::string_view NameOf(Axis axis) { return WordsOf(axis).name; }

std::string_view NameOf(Near near) {
  switch (near) {
    case Near::kSame:
      return "same";
    case Near::kClose:
      return "close";
    case Near::kFar:
      return "far";
    case Near::kNotKnown:
      return "not known";
  }
  return "";
}

std::vector<AxisDistance> MeasureDistance(const std::vector<DistanceSides>& sides) {
  std::vector<AxisDistance> axes;
  for (const AxisWords& words : kAxes) {
    AxisDistance axis{.axis = words.axis};
    const auto given = std::ranges::find(sides, words.axis, &DistanceSides::axis);
    if (given != sides.end()) {
      axis.ours = given->ours;
      axis.theirs = given->theirs;
    }
    Compare(axis);
    const bool near = axis.near == Near::kSame || axis.near == Near::kClose;
    (near ? axis.licenses : axis.not_licenses) = near ? words.licenses : words.not_licenses;
    axes.push_back(std::move(axis));
  }
  return axes;
}

}  // namespace assay::fit
