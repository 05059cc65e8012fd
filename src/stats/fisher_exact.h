// SPDX-License-Identifier: Apache-2.0
// Fisher's exact test: do two groups have the same rate, given how many successes there are in all?
//
// For rare outcomes and small groups, where normal approximations reject far too often.
#pragma once

#include <cstdint>

#include "assay/result.h"

namespace assay::stats {

// Two groups, counted by outcome.
struct TwoByTwo {
  std::uint64_t inside_yes = 0, inside_no = 0;    // the group that is asked about
  std::uint64_t outside_yes = 0, outside_no = 0;  // all others
};

struct FisherExact {
  double greater = 1;    // p-value of "the rate inside is not greater than outside"
  double less = 1;       // p-value of "the rate inside is not less than outside"
  double two_sided = 1;  // tables no likelier than this one
};

// Range    at least one case in each group; p-values below 1e-290 may come out as 0. Time grows with the smallest margin.
// Errors   kEmpty naming the group without a case.
// Threads  safe: pure.
// Source   Fisher, The Design of Experiments, 1935, section 11; scipy 1.17.1 fisher_exact (by values).
Result<FisherExact> FisherExactTest(const TwoByTwo& table);

}  // namespace assay::stats
