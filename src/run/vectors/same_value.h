// SPDX-License-Identifier: Apache-2.0
// Whether a computed value is the one that a vector expects.
#pragma once

#include <optional>
#include <string>

#include "base/json.h"

namespace assay::run {

struct ValueDifference {
  std::string path;  // "precision[3]"; empty = the value itself
  std::string expected, got;  // as JSON
};

// The first difference, empty when there is none. Numbers agree when they differ by at most `tolerance` of the larger
// one, or by 1e-15, which is what a sum that is 0 in theory leaves in a double; NaN agrees with NaN. An object is
// expected member by member; members that only `got` has don't count. {"value": X, "warnings": …} expects X, and
// {"error": …} anything that is an error too.
// Threads  safe: pure.
std::optional<ValueDifference> FirstDifference(const base::JsonValue& expected, const base::JsonValue& got,
                                               double tolerance);

}  // namespace assay::run
