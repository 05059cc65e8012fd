// SPDX-License-Identifier: Apache-2.0
// "datacenter", "edge", "edge,datacenter": where a system is entered.
#pragma once

#include <string>
#include <string_view>

#include "results/row.h"

namespace assay::results {

// Sets both flags; false, and no flag, when the text names another or none.
bool SetCategory(std::string_view text, System& system);
// "datacenter", "edge", "datacenter and edge", "not stated".
std::string_view CategoryText(const System& system);

}  // namespace assay::results
