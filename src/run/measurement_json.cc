// SPDX-License-Identifier: Apache-2.0
#include "run/measurement_json.h"

#include "verdict/verdict_json.h"

namespace assay::run {

void WriteMeasurements(std::span<const Measurement> measurements, base::JsonWriter& json) {
  json.BeginArray();
  for (const Measurement& measurement : measurements) {
    json.BeginObject().Member("metric", measurement.metric).Member("value", measurement.value);
    json.Member("unit", verdict::UnitWord(measurement.unit)).Member("n", measurement.n).Key("interval");
    verdict::WriteInterval(json, measurement.interval);
    json.Member("note", measurement.note).EndObject();
  }
  json.EndArray();
}

}  // namespace assay::run
