// SPDX-License-Identifier: Apache-2.0
// The program's own version, as `assay version` prints it and records name it.
#pragma once

#include <string_view>

namespace assay::run {

std::string_view ProgramVersion();  // "0.1.0"

}  // namespace assay::run
