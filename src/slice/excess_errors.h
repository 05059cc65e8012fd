// SPDX-License-Identifier: Apache-2.0
// Are there more errors in one set of rows than in another?
#pragma once

#include "assay/result.h"
#include "slice/case_errors.h"
#include "slice/row_set.h"

namespace assay::slice {

// One-sided p-value of "the mean error inside is not higher than outside": Fisher's exact test of rates, Welch's of
// losses. 1 where a side has too few rows to test.
// Shape    the sets don't overlap.
// Errors   none in practice: those of the tests.
// Threads  safe: pure.
Result<double> ExcessErrors(const CaseErrors& errors, const RowSet& inside, const RowSet& outside);

}  // namespace assay::slice
