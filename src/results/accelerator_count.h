// SPDX-License-Identifier: Apache-2.0
// How many accelerators a system has, when the fields and the name disagree.
#pragma once

#include <string>

#include "results/row.h"

namespace assay::results {

struct AcceleratorReading {
  std::optional<std::int64_t> total;
  AcceleratorCount::Source source;
  std::string note;
};

// Counts that stand in the name win: "(x32), … (x16)" is 48, "(x87)" is 87 whatever nodes × accelerators per node
// give, "2 Nodes: A100x8, 4 Nodes: A30x4" is 32, "8x H100" is 8. Slices ("(7x1g.10gb MIG)") and cards of two chips
// ("Dual") aren't counts: the note names them. "N/A", "-" or nothing with a count of 0 is a system without
// accelerators; a named accelerator with a count of 0, or no count at all, isn't known.
// Threads  safe: pure.
AcceleratorReading CountAccelerators(const System& system);

}  // namespace assay::results
