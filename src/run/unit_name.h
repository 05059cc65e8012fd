// SPDX-License-Identifier: Apache-2.0
// A unit's word, as lists, JSON results and reference pages show it.
#pragma once

#include <string_view>

#include "assay/metric.h"

namespace assay::run {

std::string_view UnitName(Unit unit);  // "share", "ns", "1/s", …

}  // namespace assay::run
