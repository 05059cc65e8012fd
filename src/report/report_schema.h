// SPDX-License-Identifier: Apache-2.0
// The shape of the JSON report, for readers in other languages.
#pragma once

#include <string>

namespace assay::report {

// JSON Schema (Draft 2020-12) of "assay.report/1". A test holds that the JSON format agrees with
// it.
std::string ReportSchema();

}  // namespace assay::report
