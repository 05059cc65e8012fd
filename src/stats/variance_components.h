// SPDX-License-Identifier: Apache-2.0
// Scores of repeated answers to the same questions, parted into what lies between the questions and what lies within them:
// whether more questions or more tries of each would say more.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "assay/result.h"

namespace assay::stats {

struct VarianceComponents {
  std::uint64_t groups = 0;
  double per_group = 0;            // values in a group; where they differ, the size that the analysis counts with
  double within = 0;               // variance of one value about its group's mean
  double between = 0;              // variance of the groups' means beyond that; 0 where the data show none
  std::optional<double> share;     // intraclass correlation, between -1/(per_group - 1) and 1; empty: no variance at all
};

// One-way analysis of variance.
// Shape    a group number per value, any numbers.
// Range    finite; at least 2 groups, one of them with 2 values.
// Errors   kContradiction for lengths; kEmpty; kNotFinite.
// Threads  safe: pure.
// Source   Shrout, Fleiss, Psychol. Bull. 86 (1979) 420-428, ICC(1,1); Donner, Int. Stat. Rev. 54 (1986) 67-82, for
//          unequal groups.
Result<VarianceComponents> PartVariance(std::span<const double> values, std::span<const std::int64_t> group);

}  // namespace assay::stats
