// SPDX-License-Identifier: Apache-2.0
// The two sides of a distance, axis by axis: a public row with its round's rules and what is known
// of the reference task, and a spec. Compares nothing; src/fit/distance.h does.
#pragma once

#include <optional>
#include <vector>

#include "fit/distance.h"
#include "results/row.h"
#include "spec/spec.h"

namespace assay::run {

// What a spec doesn't say of our data: mean sizes, in the unit of the benchmark's reference fact.
struct OurSizes {
  std::optional<double> input, output;  // above 0
};

// Shape    one entry per axis that either side says something of.
// Errors   none: what isn't stated stays empty.
// Threads  safe: pure.
std::vector<fit::DistanceSides> DistanceSidesOf(const results::Row& row, const spec::Spec& spec,
                                                const OurSizes& sizes);

}  // namespace assay::run
