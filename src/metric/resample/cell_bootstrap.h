// SPDX-License-Identifier: Apache-2.0
// The bootstrap of a statistic of totals by cell, of any number of cases: a cell is what cases are counted by (a label, a
// bin of a reliability curve and a label), and each case adds one or two values to the totals of its cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "assay/result.h"
#include "metric/resample/bootstrap.h"

namespace assay::metric {

struct CellRows {
  std::size_t cells = 1;
  std::size_t width = 1;            // values per row: 1 or 2
  std::vector<std::uint32_t> cell;  // of each row, below `cells`
  std::vector<double> values;       // width per row

  std::size_t rows() const { return cell.size(); }
};

struct CellTotals {
  std::vector<double> rows;  // drawn, of each cell
  std::vector<double> sums;  // of their values, width per cell
};

// Threads  is called from several threads at once: must be pure.
using OfCells = std::function<std::optional<double>(const CellTotals& totals)>;

// Up to so many rows each is drawn by itself.
inline constexpr std::size_t kRowsDrawnSingly = 10'000;

// As Bootstrap of bootstrap.h, every row a case. Up to kRowsDrawnSingly rows, rows of equal values are one group, and how
// often each group is drawn is multinomial: exact. Of more rows, neighbours by value in a cell form blocks, the smaller the
// nearer to the cell's least and greatest. How often each block is drawn is multinomial, exact too; how far the total of
// the rows drawn is from so many times their block's mean is normal, with the variance that so many draws from the block
// have. That variance is a small part of the total's, so the replicates keep their distribution (cell_bootstrap_test.cc).
// The cost of a replicate grows with the logarithm of the number of rows.
// Shape    values finite; fewer than 2^32 rows.
// Errors   kEmpty without a row; those of Bootstrap.
// Threads  safe; their number changes no replicate.
Result<BootstrapOutcome> BootstrapCells(const CellRows& rows, const OfCells& statistic, const BootstrapRequest& request);

// The totals of all rows.
CellTotals TotalsOf(const CellRows& rows);

}  // namespace assay::metric
