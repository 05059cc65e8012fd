// SPDX-License-Identifier: Apache-2.0
#include "metric/measurement.h"

#include <utility>

namespace assay::metric {

Measurement Blank(const MetricInfo& info) {
  Measurement measurement;
  measurement.metric = info.name;
  measurement.unit = info.unit;
  measurement.better = info.better;
  return measurement;
}

Measurement Undefined(const MetricInfo& info, std::string reason) {
  Measurement measurement = Blank(info);
  measurement.note = std::move(reason);
  return measurement;
}

Measurement PartOf(const MetricInfo& info, std::string_view part, Unit unit, Better better) {
  Measurement measurement;
  measurement.metric = std::string(info.name) + "." + std::string(part);
  measurement.unit = unit;
  measurement.better = better;
  return measurement;
}

}  // namespace assay::metric
