// SPDX-License-Identifier: Apache-2.0
// From chosen public rows to a spec that tries them: one system a row, our standard stack beside them, and each assumption
// that a row's number rests on as an open claim.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "results/row.h"

namespace assay::decision {

// A commented spec that reads without an error. What the grammar has a key for stands in that key: scenario, bound (the
// row's own or by rule), precision, and the executor that is nearest to the row's stack. The rest stands in comments and
// in keys that start with x-. Paths, rates and bounds of ours are placeholders to change.
// Errors   kEmpty without a row; kOutOfRange for more than 20; kDuplicateId for a row given twice.
// Threads  safe: pure.
Result<std::string> ShortlistSpec(std::span<const results::Row* const> rows);

// The row names in a shortlist as ShortlistJson writes it, best first of each ranking.
// Errors   kSyntax and the like for what isn't JSON; kWrongType for another schema; kEmpty for a list without an entry.
Result<std::vector<std::string>> ReadShortlistRows(std::string_view json, std::string_view file);

}  // namespace assay::decision
