// SPDX-License-Identifier: Apache-2.0
#include "report/chart/axis.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/number.h"

namespace assay::report {
namespace {

constexpr int kMostTicks = 64;  // a bound for any input; charts have five to ten

constexpr double kLargest = 1e300;  // so that a difference of two values stays finite

double Nines(double percentile) { return -std::log10(1 - std::clamp(percentile, 0.0, 1 - 1e-12)); }

// The step 1, 2 or 5 · 10^k that cuts `span` into about five.
double StepFor(double span) {
  const double rough = span / 5;
  const double decade = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (rough <= step * decade * 1.0001) return step * decade;
  }
  return 10 * decade;
}

}  // namespace

double Axis::Place(double value) const {
  double share = 0;
  switch (kind) {
    case Kind::kLinear:
      share = (value - low) / (high - low);
      break;
    case Kind::kLog:
      share = value > 0 ? std::log(value / low) / std::log(high / low) : 0;
      break;
    case Kind::kPercentile:
      share = Nines(value) / Nines(high);
      break;
  }
  return std::clamp(share, 0.0, 1.0);
}

std::string TickLabel(double value, Unit unit, std::string_view currency) {
  Scale scale = ChooseScale({value}, unit, currency);
  std::string number = FormatNumber(value, scale);
  if (number.find('.') != std::string::npos) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
  }
  if (value == 0 && unit == Unit::kNanoseconds) return "0";
  if (scale.unit.empty()) return number;
  return scale.unit.front() == '/' ? number + scale.unit : number + " " + scale.unit;
}

Axis LinearAxis(double low, double high, Unit unit, std::string_view currency, std::string title) {
  low = std::clamp(low, -kLargest, kLargest);
  high = std::clamp(high, -kLargest, kLargest);
  if (!(high > low)) {
    const double pad = low == 0 ? 1 : std::fabs(low) * 0.1;
    low -= pad;
    high += pad;
  }
  const double step = StepFor(high - low);
  const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
  Axis axis{Axis::Kind::kLinear, first * step, last * step, {}, std::move(title)};
  for (double i = first; i <= last && axis.ticks.size() < kMostTicks; ++i) {
    axis.ticks.push_back({i * step, TickLabel(i * step, unit, currency)});
  }
  return axis;
}

Axis LogAxis(double low, double high, Unit unit, std::string_view currency, std::string title) {
  Axis axis{Axis::Kind::kLog, low, high, {}, std::move(title)};
  const double decades = std::log10(high / low);
  for (int power = static_cast<int>(std::floor(std::log10(low))); axis.ticks.size() < kMostTicks;
       ++power) {
    const double decade = std::pow(10.0, power);
    if (decade > high) break;
    for (const double step : {1.0, 2.0, 5.0}) {
      if (decades > 3 && step != 1.0) continue;
      const double at = step * decade;
      if (at >= low * 0.999 && at <= high * 1.001)
        axis.ticks.push_back({at, TickLabel(at, unit, currency)});
    }
  }
  return axis;
}

Axis PercentileAxis(double high, std::string title) {
  Axis axis{Axis::Kind::kPercentile, 0, std::clamp(high, 0.9, 1 - 1e-9), {}, std::move(title)};
  for (const double percentile : {0.0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999}) {
    if (percentile <= axis.high) axis.ticks.push_back({percentile, FormatShare(percentile)});
  }
  return axis;
}

}  // namespace assay::report
