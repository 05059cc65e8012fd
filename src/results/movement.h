// SPDX-License-Identifier: Apache-2.0
// How the best number moved from round to round, within compatible rounds only.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/comparable.h"
#include "results/row_set.h"

namespace assay::results {

struct MovementStep {
  std::string_view round;
  const Row* best = nullptr;              // best row of the round for this line
  std::optional<double> ratio;            // better by this factor than the step before (above 1 = better); empty where
                                          // the two may not be compared
  std::string break_reason;               // why not
  std::vector<Difference> changed;        // against the step before: accelerators, precision, software …
  std::vector<std::string_view> rounds_between;  // known rounds that aren't held, between the two
};

struct Movement {
  std::string benchmark;                  // "resnet (ran ofa-large)" where an open row ran another model
  round::Scenario scenario;
  std::optional<round::Category> category;  // empty: the rounds state none (v0.5)
  round::ResultUnit unit;                 // a line has one unit; a change of unit starts another line
  std::vector<MovementStep> steps;        // oldest first
};

// Lines for benchmark × scenario × category × unit over `rows` (filter them first: closed and available is the usual
// choice; rows whose unit contradicts their benchmark are left out).
// Threads  safe: pure.
std::vector<Movement> MovementOf(std::span<const Row* const> rows);

}  // namespace assay::results
