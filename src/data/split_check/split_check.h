// SPDX-License-Identifier: Apache-2.0
// Whether two splits share cases: what was tuned on must not come back in what is judged.
#pragma once

#include <span>
#include <string>

#include "assay/dataset.h"
#include "assay/result.h"

namespace assay::data {

// Compares every case of `data` with every case of `other` by each word of `by`: id; group; content (the features, not
// id, label, group and time); the name of a column; any other word is taken as the group column's own name.
// Returns   one phrase for the report: "disjoint from tune by id, content".
// Errors    kOverlap, one per word with the first few shared ids and how many there are; kBadReference for a word that
//           is neither a column nor can mean the group.
// Threads   safe: no shared state.
Results<std::string> CheckDisjoint(const std::string& name, const Dataset& data, const std::string& other_name,
                                   const Dataset& other, std::span<const std::string> by);

}  // namespace assay::data
