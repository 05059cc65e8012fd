// SPDX-License-Identifier: Apache-2.0
//
// A column of the table is kept as its differences between neighbouring rows, one bit each for +1 and for -1. Where two
// elements are equal is a bit mask per element of `from`; one step of word arithmetic then moves 64 rows to the next
// column. Carries go from block to block.
#include "text/edit_distance.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "text/flat_ids.h"

namespace assay::text {
namespace {

constexpr std::size_t kBits = 64;

// For each element of `from`, in which rows it stands.
class Matches {
 public:
  explicit Matches(std::span<const std::uint32_t> from)
      : blocks_((from.size() + kBits - 1) / kBits), rows_(from.size()) {
    masks_.reserve((from.size() + 1) * blocks_);
    masks_.resize(blocks_);
    for (std::size_t row = 0; row < from.size(); ++row) {
      const auto [id, is_new] = rows_.Of(from[row]);
      if (is_new) masks_.resize(masks_.size() + blocks_);
      masks_[(id + 1) * blocks_ + row / kBits] |= std::uint64_t{1} << (row % kBits);
    }
  }
  std::size_t blocks() const { return blocks_; }
  // A mask of `blocks` words, all 0 for an element that isn't in `from`.
  const std::uint64_t* Of(std::uint32_t element) const {
    const auto id = rows_.Find(element);
    return masks_.data() + (id ? (*id + 1) * blocks_ : 0);
  }

 private:
  std::size_t blocks_;
  FlatIds rows_;
  std::vector<std::uint64_t> masks_;  // the first one is empty
};

// Calls `column(plus, minus)` with the differences of each column of the table.
template <class Column>
std::size_t Walk(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to, Column column) {
  const Matches matches(from);
  const std::size_t blocks = matches.blocks();
  std::vector<std::uint64_t> plus(blocks, ~std::uint64_t{0});
  std::vector<std::uint64_t> minus(blocks, 0);
  std::size_t distance = from.size();
  const std::uint64_t last_row = std::uint64_t{1} << ((from.size() - 1) % kBits);
  for (const std::uint32_t element : to) {
    const std::uint64_t* equal = matches.Of(element);
    std::uint64_t up_carry = 1;  // the table's first row grows by 1 per column
    std::uint64_t down_carry = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const std::uint64_t match = equal[block] | down_carry;
      const std::uint64_t diagonal = (((match & plus[block]) + plus[block]) ^ plus[block]) | match | minus[block];
      std::uint64_t up = minus[block] | ~(diagonal | plus[block]);
      std::uint64_t down = plus[block] & diagonal;
      if (block + 1 == blocks) {
        if ((up & last_row) != 0) ++distance;
        if ((down & last_row) != 0) --distance;
      }
      const std::uint64_t next_up = up >> (kBits - 1);
      const std::uint64_t next_down = down >> (kBits - 1);
      up = (up << 1) | up_carry;
      down = (down << 1) | down_carry;
      up_carry = next_up;
      down_carry = next_down;
      plus[block] = down | ~(diagonal | up);
      minus[block] = up & diagonal;
    }
    column(plus, minus);
  }
  return distance;
}

// Equal elements at both ends, which no edit touches.
std::size_t TrimEnds(std::span<const std::uint32_t>& first, std::span<const std::uint32_t>& second) {
  const std::size_t before = first.size();
  while (!first.empty() && !second.empty() && first.front() == second.front()) {
    first = first.subspan(1);
    second = second.subspan(1);
  }
  while (!first.empty() && !second.empty() && first.back() == second.back()) {
    first = first.first(first.size() - 1);
    second = second.first(second.size() - 1);
  }
  return before - first.size();
}

}  // namespace

std::size_t EditDistance(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
  TrimEnds(from, to);
  if (from.empty() || to.empty()) return from.size() + to.size();
  return Walk(from, to, [](const auto&, const auto&) {});
}

EditCounts CountEdits(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
  EditCounts counts;
  const std::size_t all = from.size();
  TrimEnds(from, to);
  std::size_t row = from.size();
  std::size_t column = to.size();
  if (row > 0 && column > 0) {
    const std::size_t blocks = (row + kBits - 1) / kBits;
    // Column by column, for each block both words.
    const auto columns = std::make_unique_for_overwrite<std::uint64_t[]>(2 * blocks * column);
    std::uint64_t* next = columns.get();
    Walk(from, to, [&](const auto& p, const auto& m) {
      for (std::size_t block = 0; block < blocks; ++block) {
        *next++ = p[block];
        *next++ = m[block];
      }
    });
    const auto bit = [&](std::size_t at_column, std::size_t at_row, std::size_t which) {
      return (columns[2 * (at_column * blocks + at_row / kBits) + which] >> (at_row % kBits) & 1) != 0;
    };
    while (row > 0 && column > 0) {
      if (bit(column - 1, row - 1, 0)) {
        ++counts.deletions;
        --row;
        continue;
      }
      --column;
      if (column > 0 && bit(column - 1, row - 1, 1)) {
        ++counts.insertions;
        continue;
      }
      --row;
      if (from[row] != to[column]) ++counts.substitutions;
    }
  }
  counts.deletions += row;
  counts.insertions += column;
  counts.hits = all - counts.substitutions - counts.deletions;
  return counts;
}

std::size_t CommonSubsequence(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second) {
  if (first.empty() || second.empty()) return 0;
  const Matches matches(first);
  std::vector<std::uint64_t> rows(matches.blocks(), ~std::uint64_t{0});  // 0 where the length rises by 1
  for (const std::uint32_t element : second) {
    const std::uint64_t* equal = matches.Of(element);
    std::uint64_t carry = 0;
    for (std::size_t block = 0; block < rows.size(); ++block) {
      const std::uint64_t hit = rows[block] & equal[block];
      const std::uint64_t sum = rows[block] + hit;
      const std::uint64_t with_carry = sum + carry;
      carry = (sum < rows[block] ? 1 : 0) | (with_carry < sum ? 1 : 0);
      rows[block] = with_carry | (rows[block] & ~hit);
    }
  }
  std::size_t length = 0;
  for (std::size_t block = 0; block < rows.size(); ++block) {
    const std::size_t used = std::min(kBits, first.size() - block * kBits);
    const std::uint64_t mask = used == kBits ? ~std::uint64_t{0} : (std::uint64_t{1} << used) - 1;
    length += static_cast<std::size_t>(std::popcount(~rows[block] & mask));
  }
  return length;
}

}  // namespace assay::text
