// SPDX-License-Identifier: Apache-2.0
// The bootstrap of a statistic of sums: a mean, a ratio of totals, a score of counts that add. Such a statistic needs
// only the sums of each replicate, and its value without a row follows from the sums of all.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "assay/result.h"
#include "metric/resample/bootstrap.h"

namespace assay::metric {

// What adds up, a row per unit that is drawn.
struct SummedRows {
  std::size_t width = 1;
  std::vector<double> values = {};  // width per row

  std::size_t rows() const { return values.size() / width; }
  std::vector<double> Sums() const;
  // Rows of one group as one row, in order of their first appearance.
  // Shape    a group number per row.
  SummedRows Grouped(std::span<const std::int64_t> group) const;
};

using OfSums = std::function<std::optional<double>(std::span<const double> sums)>;

// As Bootstrap of bootstrap.h, every row a case; the jackknife costs no more than the sums. Above kRowsDrawnSingly rows of
// cell_bootstrap.h the rows are drawn as counts (with up to two values as blocks): another way to the same distribution.
// Errors   kEmpty without a row; those of Bootstrap.
// Threads  safe.
Result<BootstrapOutcome> BootstrapSums(const SummedRows& rows, const OfSums& statistic, const BootstrapRequest& request);

}  // namespace assay::metric
