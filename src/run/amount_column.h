// SPDX-License-Identifier: Apache-2.0
// A column of money that rows are worth.
#pragma once

#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/result.h"

namespace assay::run {

// Shape    a number per row.
// Unit     as the file has it.
// Range    >= 0.
// Errors   kBadReference for a column that isn't there, at `where`; kNotFinite for a row without an amount >= 0, at its place
//          with the path of `where`.
// Threads  safe: pure.
Result<std::vector<double>> ReadAmounts(const Dataset& data, const std::string& column, const Where& where);

}  // namespace assay::run
