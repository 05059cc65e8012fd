// SPDX-License-Identifier: Apache-2.0
// This program's metrics held against values that their references gave.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "run/vectors/same_value.h"
#include "run/vectors/vector_case.h"

namespace assay::run {

struct DifferentVector {
  std::string id, fn;
  ValueDifference difference;
};

struct VectorsOutcome {
  std::size_t cases = 0;
  std::size_t agree = 0;
  std::vector<DifferentVector> different;
  Errors unknown;  // one per function that isn't known, at the first line that names it
};

// Computes each case in compatible mode and compares.
// Threads  safe: pure.
VectorsOutcome RunVectors(std::span<const VectorCase> cases);

// `id fn expected got` a line for each case that differs, and the totals.
std::string VectorsText(const VectorsOutcome& outcome);
std::string VectorsJson(const VectorsOutcome& outcome);

}  // namespace assay::run
