// SPDX-License-Identifier: Apache-2.0
// Which store a word behind `assay results` uses: --store, ASSAY_STORE, or the user's own.
#pragma once

#include <string>

#include "assay/result.h"
#include "cli/shell/verb.h"

namespace assay::cli {

std::string StorePlace(const Arguments& arguments);
// Errors   kNotFound when --store names a file that isn't there; without the flag a missing store is an empty one.
Result<std::string> StoreToRead(const Arguments& arguments);

}  // namespace assay::cli
