// SPDX-License-Identifier: Apache-2.0
// The rows of a dataset that meet a spec's `split` condition, as a dataset of its own: one file, several splits.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "assay/dataset.h"
#include "assay/result.h"
#include "spec/quantity.h"

namespace assay::data {

// The rows where every condition holds, in order; SelectRows says how they compare.
// Errors   kBadReference for a column that isn't there.
Result<std::vector<std::size_t>> RowsMeeting(const Dataset& data, std::span<const spec::Condition> conditions);

// Keeps the rows where every condition holds. A condition names a column of the file, or `time` or `group`. It compares
// as numbers when both sides are numbers, else as text, byte by byte, so ISO dates order as dates.
// Errors   kBadReference for a column that isn't there; kEmpty when no row is left.
Result<std::unique_ptr<Dataset>> SelectRows(std::unique_ptr<Dataset> all,
                                            std::span<const spec::Condition> conditions);

}  // namespace assay::data
