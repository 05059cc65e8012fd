// SPDX-License-Identifier: Apache-2.0
// How far a benchmark's reference task is from ours, as a page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fit/distance.h"

namespace assay::report {

// Axis by axis: ours, theirs, effect size, what it lets one carry over. No total.
// Shape    `row` and `spec` name the two sides.
// Threads  safe: pure.
std::string DistancePage(std::span<const fit::AxisDistance> axes, std::string_view row, std::string_view spec,
                         std::string_view version);

}  // namespace assay::report
