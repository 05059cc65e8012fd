// SPDX-License-Identifier: Apache-2.0
// In what two compared numbers differ, from their rows where both are known and else from what is stated of them.
#pragma once

#include <vector>

#include "citation/assess_subject.h"

namespace assay::citation {

// Every difference, also those that can't be told for lack of a statement; in a fixed order.
// Range    of a side that isn't an Inference result: empty, there is nothing to compare field by field.
// Threads  safe: pure.
std::vector<SideDifference> DifferencesTo(const Subject& subject, const Side& side);

}  // namespace assay::citation
