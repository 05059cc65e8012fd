// SPDX-License-Identifier: Apache-2.0
// What can be known of a run before it starts: data and models fit the spec, and no claim is lost from the outset.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "run/opened_data.h"
#include "spec/spec.h"

namespace assay::run {

// How many labelled cases a claim about a share needs, beside how many there are.
struct LabelNeed {
  std::string claim;
  std::string cases;                   // "positives", "cases"
  double bound = 0;                    // share
  std::uint64_t available = 0;
  std::optional<std::uint64_t> without_a_miss;  // fewest with which the claim can pass at all; empty = none do
  std::optional<std::uint64_t> likely; // for 80 % power if the truth lies halfway between the bound and 1
};

// For each claim "share metric >= bound", bound > 0, on the judged split.
std::vector<LabelNeed> LabelNeeds(const spec::Spec& spec, const OpenedData& data);

// Plans every load, makes every system once and has it read all samples: what one of them can't do is known before the
// first has run for hours.
// Errors   all that would stop the run before it issues anything.
Results<void> CheckSystems(const spec::Spec& spec, const OpenedData& data);

// Opens the data, makes every system once, plans every load. Returns warnings: what is allowed and can't succeed or
// can't be trusted, such as too few positives, or cores that generator and system share.
// Errors   all that would stop the run before it issues anything.
Results<Errors> CheckBeforeRun(const spec::Spec& spec);

}  // namespace assay::run
