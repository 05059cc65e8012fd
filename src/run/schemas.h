// SPDX-License-Identifier: Apache-2.0
// Generated texts by name: the spec's JSON Schema and the reference pages of docs/reference/.
#pragma once

#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay::run {

// "spec", "report", "scores", "judged", "judge-scores", "groups", "ranking", "threshold", "mlperf-accuracy", "labels", "plan", "compare", "slices", "flips", "why",
// "citation", "fit", "distance"; "reference-spec", "reference-metrics", "reference-executors",
// "reference-arrivals", "reference-datasets", "reference-errors".
// Errors   kUnknownName.
Result<std::string> SchemaOrReference(std::string_view name);

}  // namespace assay::run
