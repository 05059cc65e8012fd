// SPDX-License-Identifier: Apache-2.0
// Bootstrap of two systems' average precision on the same cases: sorted once, counted per replicate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay::metric {

struct PrecisionReplicatesRequest {
  double share = 1;  // of the second system's value
  std::size_t replicates = 2000;
  std::uint64_t seed = 0;
};

// AP(first) - share x AP(second) in each replicate, ascending. A replicate draws as many positives and as many negatives
// as there are, with replacement: prevalence is part of the question, not of its uncertainty. Fewer replicates (at least
// 200) where cases are many, so that it ends in seconds.
// Shape    a label (1 = positive) and two finite scores per case.
// Empty    with fewer than 10 positives, without a negative, or for more than a million cases.
// Threads  safe: pure; the same seed gives the same values on any machine.
// Source   Efron, Tibshirani, An Introduction to the Bootstrap, 1993, section 6.4.
std::optional<std::vector<double>> PrecisionReplicates(std::span<const std::int32_t> label, std::span<const double> first,
                                                       std::span<const double> second,
                                                       const PrecisionReplicatesRequest& request);

}  // namespace assay::metric
