// SPDX-License-Identifier: Apache-2.0
// The decision over all candidates, as a pure function of the judged claims and the spec.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/metric.h"
#include "decision/decision.h"
#include "spec/spec.h"
#include "verdict/verdict.h"

namespace assay::decision {

// Which question a claim answers: by its slot (2, 4: servable; 3, 6: good enough), else by what its metric needs (a load
// run or costs: servable).
enum class Question : std::uint8_t { kServable, kGoodEnough };
Question QuestionOf(int slot, const MetricInfo* metric);

// One outcome of several: FAIL if one is, else NOT MEASURED if one is, else UNDECIDED if one is, else PASS. NOT MEASURED
// of none.
verdict::Outcome Worst(std::span<const verdict::Outcome> outcomes);

// Every system of the spec is a candidate. A line item rests on the required claims of its
// question about that system; without one it is NOT MEASURED, and where no required claim asks that question of anybody,
// it doesn't count against a candidate. The whole is PASS when a candidate passes both, else the least bad candidate's
// worse item. The two are never folded into one score.
// `preference` holds the value of decision.prefer's metric by system.
// Shape    claims in any order; only those with `required` count.
// Threads  safe: pure.
DecisionResult Decide(const spec::Spec& spec, std::span<const verdict::ClaimVerdict> claims,
                      const std::map<std::string, double>& preference);

}  // namespace assay::decision
