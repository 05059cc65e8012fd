// SPDX-License-Identifier: Apache-2.0
// How well a system answered the judged split: metrics at the default decision, the operating point, metrics there.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "assay/result.h"
#include "run/evaluation.h"

namespace assay::run {

// What a metric needs if it is one of labelled cases.
inline constexpr std::uint8_t kQualityNeeds = Needs::kQualityScores | Needs::kQualityDecisions;

// Picks the operating point of the spec, where it asks for one, and takes the decisions there.
Result<void> DecideQuality(const spec::Spec& spec, QualityResult& quality);

// Needs DecideQuality before, of the baseline too. `baseline` is the quality of the system's baseline, for flips; null
// without one. `cost` prices its errors.
// Errors   of the metrics: kNotFinite and what else breaks their contract.
Result<void> MeasureQuality(const spec::Spec& spec, QualityResult& quality, const QualityResult* baseline,
                            const CostInputs& cost);

// What the spec says an error, a review and a request cost. `serve: from_serving` is the system's cost per request under
// the first traffic entry that has one.
CostInputs ErrorCosts(const spec::Spec& spec, const std::string& system, std::span<const CellResult> cells);

// The spec's columns of these cases: base rate and required precision beside the answers. Valid as long as `cases`.
QualityColumns ColumnsOf(const spec::Spec& spec, const ScoredCases& cases);

}  // namespace assay::run
