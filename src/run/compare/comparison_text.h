// SPDX-License-Identifier: Apache-2.0
// A comparison for people, as JSON, and the JSON's schema.
#pragma once

#include <string>

#include "run/compare/comparison.h"

namespace assay::run {

std::string ComparisonText(const CompareOutcome& outcome);
std::string ComparisonJson(const CompareOutcome& outcome);  // {"schema": "assay.compare/1", …}
std::string ComparisonSchema();

}  // namespace assay::run
