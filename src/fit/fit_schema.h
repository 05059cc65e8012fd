// SPDX-License-Identifier: Apache-2.0
// The shapes of the JSON that `assay fit` and `assay distance` print, for readers in other
// languages.
#pragma once

#include <string>

namespace assay::fit {

// JSON Schema (Draft 2020-12) of "assay.fit/1" and "assay.distance/1". tests/e2e/fit_schemas.case
// holds the output to them.
std::string FitSchema();
std::string DistanceSchema();

}  // namespace assay::fit
