// SPDX-License-Identifier: Apache-2.0
// Measurements as JSON, the same shape in every result.
#pragma once

#include <span>

#include "assay/metric.h"
#include "base/json.h"

namespace assay::run {

// An array of {"metric", "value" (null = undefined), "unit", "n", "interval": {low, high, level, method} or
// null, "note"}.
void WriteMeasurements(std::span<const Measurement> measurements, base::JsonWriter& json);

}  // namespace assay::run
