// SPDX-License-Identifier: Apache-2.0
#include "run/measurement_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "spec/quantity.h"

namespace assay::run {
namespace {

std::string IntervalText(const Measurement& measurement) {
  if (!measurement.interval) return "";
  const Interval& interval = *measurement.interval;
  return Fixed(interval.level * 100, 0) + " % " + ValueText(interval.low, measurement.unit) + " to " +
         ValueText(interval.high, measurement.unit) + " (" + interval.method + ")";
}

}  // namespace

std::string Fixed(double value, int digits) {
  char text[400];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits).ptr};
}

std::string ValueText(double value, Unit unit) {
  switch (unit) {
    case Unit::kNanoseconds: return spec::FormatDurationNs(value);
    case Unit::kPerSecond: return Fixed(value, 1) + " /s";
    case Unit::kCount: return Fixed(value, value == std::floor(value) ? 0 : 2);
    case Unit::kShare: return Fixed(value, 4);
    default: return Fixed(value, std::abs(value) < 0.01 && value != 0 ? 6 : 4);
  }
}

std::string MeasurementTable(std::span<const Measurement> measurements) {
  std::size_t name_width = 0, value_width = 0, interval_width = 0;
  struct Row {
    std::string name, value, interval, rest;
  };
  std::vector<Row> rows;
  for (const Measurement& measurement : measurements) {
    Row row{measurement.metric, measurement.value ? ValueText(*measurement.value, measurement.unit) : "undefined",
            IntervalText(measurement), "n " + std::to_string(measurement.n)};
    if (!measurement.note.empty()) row.rest += "  " + measurement.note;
    name_width = std::max(name_width, row.name.size());
    value_width = std::max(value_width, row.value.size());
    interval_width = std::max(interval_width, row.interval.size());
    rows.push_back(std::move(row));
  }
  std::string text;
  for (Row& row : rows) {
    row.name.resize(name_width, ' ');
    row.interval.resize(interval_width, ' ');
    text += row.name + "  " + std::string(value_width - row.value.size(), ' ') + row.value + "  " + row.interval + "  " +
            row.rest + "\n";
  }
  return text;
}

}  // namespace assay::run
