// SPDX-License-Identifier: Apache-2.0
// The rows of a dataset that meet a spec's `split` condition, as a dataset of its own: one file, several splits.
#pragma once

#include <memory>
#include <span>

#include "assay/dataset.h"
#include "assay/result.h"
#include "spec/quantity.h"

namespace assay::data {

// Keeps the rows where every condition holds. A condition names a column of the file, or `time` or `group`. It compares
// as numbers when both sides are numbers, else as text, byte by byte, so ISO dates order as dates.
// Errors   kBadReference for a column that isn't there; kEmpty when no row is left.
Result<std::unique_ptr<Dataset>> SelectRows(std::unique_ptr<Dataset> all,
                                            std::span<const spec::Condition> conditions);

}  // namespace assay::data
