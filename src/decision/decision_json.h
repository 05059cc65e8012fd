// SPDX-License-Identifier: Apache-2.0
// The decision as JSON: decision.json.
#pragma once

#include <string>

#include "base/json.h"
#include "decision/decision.h"

namespace assay::decision {

// One JSON object, for use inside a document.
void WriteDecision(base::JsonWriter& json, const DecisionResult& result);

// The whole document, {"schema": "assay.decision/1", …}, ending in a newline. Equal results give equal bytes.
std::string ToJson(const DecisionResult& result);

}  // namespace assay::decision
