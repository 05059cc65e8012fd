// SPDX-License-Identifier: Apache-2.0
// One condition on one column, as the rows that meet it: what slices are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "slice/feature.h"
#include "slice/row_set.h"

namespace assay::slice {

struct Literal {
  std::size_t feature = 0;  // which column
  std::string text;         // "71 < age <= 76", "channel = web", "income is missing"
  RowSet rows;
};

enum class Ranges : std::uint8_t {
  kTenthsAndEnds,  // ten of equally many rows, and the lowest and highest 1 % and 5 %: a part of 1 % is in view
  kQuarters,       // four of equally many rows, each row in one
};

// The conditions that a column is looked at by.
//   numbers     ranges of their values
//   categories  each value; those of fewer than `min_rows` together as one
//   text        as numbers, by length
//   all         the rows where it is missing
// A condition that fewer than `min_rows` rows meet, or all, is left out; of two with the same rows the first is kept.
// Range    min_rows >= 1.
// Threads  safe: pure.
std::vector<Literal> MakeLiterals(const Feature& feature, std::size_t number, std::size_t min_rows,
                                  Ranges ranges = Ranges::kTenthsAndEnds);

}  // namespace assay::slice
