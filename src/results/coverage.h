// SPDX-License-Identifier: Apache-2.0
// What each round's rows say, and what they don't: how far a question can be answered from them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "results/row_set.h"

namespace assay::results {

struct RoundCoverage {
  std::string_view round, published;
  bool held = false, known = true;         // comes with the program; its rules are known
  std::size_t rows = 0, imported = 0;      // of rows, those imported
  std::size_t closed = 0, open = 0, network = 0;
  // Of rows: how many state …
  std::size_t latency_bound = 0;           // the bound that the run was tested against
  std::size_t token_latency = 0;           // TTFT and TPOT as measured
  std::size_t precision = 0;               // a numeric type of the weights
  std::size_t result_id = 0;
  std::size_t nodes = 0, accelerators = 0; // how many; accelerators: or that there are none
  std::size_t power = 0, accuracy = 0;
};

// One entry a round, oldest first: those with rows, and those whose rules are known without rows.
// Threads  safe: pure.
std::vector<RoundCoverage> CoverageOf(const RowSet& rows);

}  // namespace assay::results
