// SPDX-License-Identifier: Apache-2.0
// Verdicts as JSON: the parts of verdict.json and claims.json. Field order is fixed; what isn't known is null.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/json.h"
#include "verdict/verdict.h"

namespace assay::verdict {

// One JSON object each, for use inside a document.
// Threads  safe: one writer belongs to one thread.
void WriteInterval(base::JsonWriter& json, const std::optional<Interval>& interval);
void WriteConstraint(base::JsonWriter& json, const Constraint& constraint);
void WriteRunVerdict(base::JsonWriter& json, const RunVerdict& verdict);
void WriteClaimVerdict(base::JsonWriter& json, const ClaimVerdict& verdict);

// Whole documents: {"schema": "assay.run_verdict/1", …} and {"schema": "assay.claims/1", "claims": […]}.
std::string ToJson(const RunVerdict& verdict);
std::string ToJson(std::span<const ClaimVerdict> claims);

// "share", "ns", "1/s", …: the unit as it stands in JSON.
std::string_view UnitWord(Unit unit);

}  // namespace assay::verdict
