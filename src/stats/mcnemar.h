// SPDX-License-Identifier: Apache-2.0
// McNemar's test: do two systems, scored on the same cases, differ? Only the cases where they
// disagree count.
#pragma once

#include <cstdint>
#include <optional>

namespace assay::stats {

struct McNemar {
  double exact = 1;  // two-sided p-value; never rejects more often than it says
  double mid_p = 1;  // two-sided p-value with half weight on what was seen: closer to its level,
                     // can exceed it slightly
};

// `only_first` cases that the first system alone got right, `only_second` that the second alone
// did. Range    any counts; without a disagreement both p-values are 1. Threads  safe: pure. Source
// McNemar, Psychometrika 12 (1947) 153-157; Fagerland, Lydersen, Laake, BMC Med. Res. Methodol. 13
// (2013) 91.
McNemar McNemarTest(std::uint64_t only_first, std::uint64_t only_second);

// The approximate forms by chi-square with one degree of freedom, for many disagreements. Empty
// without a disagreement. The corrected one takes 1 off the difference, as other programs do; it
// rejects too rarely. Threads  safe: pure. Source  McNemar, as above; Edwards, Psychometrika 13
// (1948) 185-187.
std::optional<double> McNemarChiSquare(std::uint64_t only_first, std::uint64_t only_second,
                                       bool corrected);

}  // namespace assay::stats
