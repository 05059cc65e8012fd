// SPDX-License-Identifier: Apache-2.0
// A row as JSON, the same in every result that lists rows: what is stated, and what was read from it.
#pragma once

#include <span>

#include "base/json.h"
#include "results/comparable.h"
#include "results/row.h"

namespace assay::results {

// One object. Unknown values are null.
void WriteRow(base::JsonWriter& json, const Row& row);
// One object: the members of the key.
void WriteKey(base::JsonWriter& json, const ComparableKey& key);
// An array of {axis, a, b, forbids, reason}.
void WriteDifferences(base::JsonWriter& json, std::span<const Difference> differences);

}  // namespace assay::results
