// SPDX-License-Identifier: Apache-2.0
// What `assay distance` prints.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fit/distance.h"

namespace assay::fit {

// For people: a block per axis, then what carries over. `row` and `spec` name the sides.
std::string DistanceText(std::span<const AxisDistance> axes, std::string_view row,
                         std::string_view spec);

// {"schema": "assay.distance/1", "row": …, "spec": …, "axes": [{"axis": "model", "near": "far",
// …}]}; null for what isn't known. There is no total.
std::string DistanceJson(std::span<const AxisDistance> axes, std::string_view row,
                         std::string_view spec);

}  // namespace assay::fit
