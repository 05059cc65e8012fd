// SPDX-License-Identifier: Apache-2.0
// Which format a data file has, by its name.
#pragma once

#include <string_view>

#include "assay/dataset.h"

namespace assay::data {

// The format one of whose extensions the file's name ends with; null when there is none.
// Threads  safe: pure.
const DatasetInfo* FormatOfFile(std::string_view path);

}  // namespace assay::data
