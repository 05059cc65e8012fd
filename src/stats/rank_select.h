// SPDX-License-Identifier: Apache-2.0
// Exact order statistics of a long column without sorting it: values at given ranks, read block by block.
//
// For end-of-run numbers of a million queries in a few passes, and of a hundred million that lie in a file.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "assay/result.h"

namespace assay::stats {

using TakeBlock = std::function<void(std::span<const std::int64_t>)>;

// Hands all values to `take`, in blocks of any size and the same order each time. Called several times.
using Int64Blocks = std::function<void(const TakeBlock& take)>;

// The column as one block. The values must outlive it.
Int64Blocks OneBlock(std::span<const std::int64_t> values);

struct ColumnTotals {
  std::uint64_t count = 0;
  std::int64_t min = 0, max = 0;  // 0 when empty
  std::uint64_t sum = 0;          // modulo 2^64: right as int64 when the true sum fits
};

// Threads  safe when the blocks are.
ColumnTotals TotalsOf(const Int64Blocks& blocks);

// How many values are above `limit`.
std::uint64_t CountAbove(const Int64Blocks& blocks, std::int64_t limit);

// For each rank (0-based position in ascending order) the value there.
// Shape    ranks in any order, repeats allowed; `totals` are those of the same blocks.
// Unit     as the values.
// Errors   kOutOfRange for a rank that isn't below totals.count.
// Threads  safe when the blocks are.
Result<std::vector<std::int64_t>> ValuesAtRanks(const Int64Blocks& blocks, const ColumnTotals& totals,
                                                std::span<const std::uint64_t> ranks);

}  // namespace assay::stats
