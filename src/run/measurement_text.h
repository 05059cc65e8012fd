// SPDX-License-Identifier: Apache-2.0
// Measurements as an aligned table for people.
#pragma once

#include <span>
#include <string>

#include "assay/metric.h"

namespace assay::run {

// One line each: name, value with its unit, interval, n, note. Undefined values say so with their reason.
std::string MeasurementTable(std::span<const Measurement> measurements);

// A value with its unit: "0.8123", "16.9 ms", "400.2 /s", "57".
std::string ValueText(double value, Unit unit);

// A number with so many digits after the point.
std::string Fixed(double value, int digits);

}  // namespace assay::run
