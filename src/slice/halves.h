// SPDX-License-Identifier: Apache-2.0
// Two halves of the cases by their names: one to search, one to test what was found.
//
// A case's half depends on its name and the seed alone: not on its place in the file, nor on what other cases there are.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "slice/row_set.h"

namespace assay::slice {

// The rows that are searched; the others are held out.
// Shape    `names` a text a row: the case's id, or its group, so that cases of one group stay together.
// Threads  safe: pure.
// Source   names by SHA-256 with the seed in front; the first bit decides.
RowSet SearchedHalf(std::span<const std::string_view> names, std::uint64_t seed);

}  // namespace assay::slice
