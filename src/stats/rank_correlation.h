// SPDX-License-Identifier: Apache-2.0
// How far two columns order the same cases alike.
#pragma once

#include <optional>
#include <span>

#include "assay/result.h"

namespace assay::stats {

// Spearman's correlation: Pearson's of the ranks, ties at their mean rank. Empty when a column has one value only.
// Shape    finite values of equal length, the same cases in the same order.
// Range    at least 2 cases; the result is in [-1, 1].
// Errors   kEmpty, kContradiction for lengths, kNotFinite.
// Threads  safe: pure.
// Source   Spearman, Am. J. Psychol. 15 (1904) 72-101; scipy 1.17.1 spearmanr (by values).
Result<std::optional<double>> RankCorrelation(std::span<const double> first, std::span<const double> second);

}  // namespace assay::stats
