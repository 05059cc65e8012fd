// SPDX-License-Identifier: Apache-2.0
// One axis of a chart: which values it spans, where its ticks stand, what they are called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/metric.h"

namespace assay::report {

struct Tick {
  double at = 0;  // in the axis's own values
  std::string label;
};

struct Axis {
  enum class Kind {
    kLinear,
    kLog,
    kPercentile
  };  // kPercentile: -log10(1 - p), so that 90, 99, 99.9 stand evenly

  Kind kind = Kind::kLinear;
  double low = 0, high = 1;
  std::vector<Tick> ticks;
  std::string title;

  // Share of the axis's length at which `value` stands, clamped to 0…1.
  double Place(double value) const;
};

// Spans [low, high], widened to whole ticks at steps of 1, 2 or 5 · 10^k.
Axis LinearAxis(double low, double high, Unit unit, std::string_view currency, std::string title);
// Spans [low, high] with ticks at 1, 2, 5 · 10^k. Range  0 < low < high.
Axis LogAxis(double low, double high, Unit unit, std::string_view currency, std::string title);
// Spans percentiles 0 to `high` < 1 with ticks at 0, 50, 90, 99, …; what lies above stands at the
// end.
Axis PercentileAxis(double high, std::string title);

// "16.9 ms", "2 ms", "50 %": three digits at most, no trailing zeros.
std::string TickLabel(double value, Unit unit, std::string_view currency);

}  // namespace assay::report
