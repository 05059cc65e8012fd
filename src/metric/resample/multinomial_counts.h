// SPDX-License-Identifier: Apache-2.0
// Draws with replacement, as counts per group: exact, at a cost by the number of groups and not of draws.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "random/philox.h"

namespace assay::metric {

// As many draws as there are units, each unit as likely as any other: how often one of each group is drawn.
class MultinomialCounts {
 public:
  // Shape    units per group, possibly 0; fewer than 2^32 in all.
  explicit MultinomialCounts(std::span<const std::uint32_t> groups);

  std::uint64_t units() const { return units_; }

  // Shape    an element per group; sums to units().
  // Threads  safe: writes `counts` and advances `numbers` only.
  void Draw(random::Philox& numbers, std::span<std::uint32_t> counts) const;

 private:
  // A distribution of small numbers in a table: two numbers share a cell, in the proportion of its threshold (Walker's
  // alias method).
  struct Cell {
    std::uint64_t threshold = 0;
    std::uint32_t here = 0, other = 0;
  };
  struct Table {
    std::vector<Cell> cells;  // a power of two
    int shift = 0;
  };
  struct Step {
    std::uint32_t group = 0, table = 0;
  };

  static Table Poisson(double mean);
  std::uint32_t TableFor(std::uint32_t units, std::vector<std::uint32_t>& tables);
  void FillGroupCells(std::span<const std::uint32_t> groups);

  std::uint64_t units_ = 0;
  double share_ = 0;           // of the draws that the Poisson counts make on average
  std::vector<Table> tables_;
  std::vector<Step> steps_;    // which numbers add up to the count of which group
  std::vector<Cell> by_unit_;  // one draw
};

}  // namespace assay::metric
