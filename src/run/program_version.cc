// SPDX-License-Identifier: Apache-2.0
#include "run/program_version.h"

namespace assay::run {

std::string_view ProgramVersion() { return ASSAY_VERSION; }

}  // namespace assay::run
