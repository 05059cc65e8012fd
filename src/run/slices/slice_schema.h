// SPDX-License-Identifier: Apache-2.0
// JSON Schemas of what `assay slices` and `assay why` print.
#pragma once

#include <string>

namespace assay::run {

std::string SlicesSchema();
std::string FlipsSchema();
std::string WhySchema();

}  // namespace assay::run
