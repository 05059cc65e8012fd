// SPDX-License-Identifier: Apache-2.0
// The standard error of a mean over cases that come in groups: several answers to one question, several rows of one
// account. Treated as independent, they would claim a precision that isn't there.
#pragma once

#include <cstdint>
#include <span>

#include "assay/result.h"

namespace assay::stats {

struct ClusterError {
  double mean = 0;
  double independent = 0;  // standard error if all cases were independent
  double clustered = 0;    // sums of deviations by group
  double corrected = 0;    // the same times sqrt(C / (C - 1)): the one to use, with C - 1 degrees of freedom
  std::uint64_t clusters = 0;
};

// Shape    a group number per value, any numbers.
// Range    at least 2 groups; values finite.
// Errors   kContradiction for lengths; kEmpty for fewer than 2 groups; kNotFinite.
// Threads  safe: pure.
// Source   Liang, Zeger, Biometrika 73 (1986) 13-22; Miller, Adding Error Bars to Evals, 2024, appendix A.
Result<ClusterError> ClusterErrorOfMean(std::span<const double> values, std::span<const std::int64_t> group);

}  // namespace assay::stats
