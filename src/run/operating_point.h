// SPDX-License-Identifier: Apache-2.0
// The operating point of a spec on scored cases, by the method that it names, with what is needed to use it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "assay/result.h"
#include "run/evaluation.h"

namespace assay::run {

// The precision that the operating point must hold; empty without one.
std::optional<double> RequiredPrecision(const spec::Spec& spec);

// Picks and describes the operating point of the spec on these cases. Empty when the spec asks for none or the cases
// have no scores. Method split sets the threshold on one half of the cases, by a hash of their ids, and judges on the other.
Result<std::optional<OperatingPointResult>> FindOperatingPoint(const spec::Spec& spec, const ScoredCases& cases);

// A threshold that was fixed before these cases were seen, with its precision on them: shown, refuted (at alpha / 2, the
// other half being for the claim that stands beside it) or neither.
// Errors   kOneClass; of the spec's shares.
Result<OperatingPointResult> FixedOperatingPoint(const spec::Spec& spec, const ScoredCases& cases, double threshold);

// The chance of error that a claim at the operating point has: all of alpha where fresh cases judge, because a wrong claim
// about two things passes only if the test of its wrong half does; else half, the other half certified the precision.
double AlphaAtPoint(const spec::Spec& spec, const OperatingPointResult& point);

// These rows with these decisions; no cases when `rows` is empty.
ScoredCases RowsOf(const ScoredCases& cases, std::span<const std::int32_t> decisions, std::span<const std::size_t> rows);

// Which half of the cases one with this id is in: a function of the id alone.
bool InSecondHalf(std::string_view id);

}  // namespace assay::run
