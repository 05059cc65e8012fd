// SPDX-License-Identifier: Apache-2.0
// Right classes in the order of a query sample library: ImageNet's val_map.txt and lists like it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::data {

// One sample a line: a name and its class ("ILSVRC2012_val_00000001.JPEG 65"), or the class alone. Blank lines at the end
// are passed over; line endings of either kind, with or without BOM.
// Errors   kEmpty; kBadRow with the line for one that has no whole number in its last column, or another number of columns
//          than one or two; those of reading files.
// Threads  safe: no shared state.
// Source   mlcommons/inference accuracy-imagenet.py: sample i is line i.
Result<std::vector<std::int32_t>> ReadClassList(const std::string& path);
Result<std::vector<std::int32_t>> ParseClassList(std::string_view text, const std::string& file);

}  // namespace assay::data
