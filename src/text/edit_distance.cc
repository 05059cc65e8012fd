// SPDX-License-Identifier: Apache-2.0
//
// A column of the table is kept as its differences between neighbouring rows, one bit each for +1 and for -1. Where two
// elements are equal is a bit mask per element of `from`; one step of word arithmetic then moves 64 rows to the next
// column. Carries go from block to block.
#include "text/edit_distance.h"

#include <algorithm>
#include <array>
#include <bit>
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

// One column of the table while it is made: where elements are equal, the column before, itself, what goes on to the next
// block. A column is two words for each block: where the next row is greater by 1, and where it is less by 1.
struct Column {
  const std::uint64_t* equal = nullptr;
  const std::uint64_t* before = nullptr;
  std::uint64_t* here = nullptr;
  std::uint64_t up_carry = 1;  // the table's first row grows by 1 per column
  std::uint64_t down_carry = 0;

  void Fill(std::size_t block) {
    const std::uint64_t plus = before[2 * block];
    const std::uint64_t minus = before[2 * block + 1];
    const std::uint64_t match = equal[block] | down_carry;
    const std::uint64_t diagonal = (((match & plus) + plus) ^ plus) | match | minus;
    const std::uint64_t up = minus | ~(diagonal | plus);
    const std::uint64_t down = plus & diagonal;
    const std::uint64_t shifted = (up << 1) | up_carry;
    here[2 * block] = (down << 1) | down_carry | ~(diagonal | shifted);
    here[2 * block + 1] = shifted & diagonal;
    up_carry = up >> (kBits - 1);
    down_carry = down >> (kBits - 1);
  }
};

// Each block waits for the one above it, so that a processor has little to do. Several columns at once have more: each is
// a block behind the one before it.
constexpr std::size_t kAbreast = 4;

// The columns of `count` elements, one after the other in `columns` behind a first one that is there already.
template <std::size_t count>
void FillColumns(const Matches& matches, const std::uint32_t* elements, std::uint64_t* columns) {
  const std::size_t blocks = matches.blocks();
  std::array<Column, count> column;
  for (std::size_t k = 0; k < count; ++k) {
    column[k].equal = matches.Of(elements[k]);
    column[k].before = columns + k * 2 * blocks;
    column[k].here = columns + (k + 1) * 2 * blocks;
  }
  const auto some = [&](std::size_t step) {
    for (std::size_t k = 0; k < count; ++k) {
      if (step >= k && step - k < blocks) column[k].Fill(step - k);
    }
  };
  std::size_t step = 0;
  for (; step + 1 < count; ++step) some(step);
  for (; step < blocks; ++step) {
    for (std::size_t k = 0; k < count; ++k) column[k].Fill(step - k);
  }
  for (; step < blocks + count - 1; ++step) some(step);
}

// The column of nothing: each row is one more than the one before.
void FillFirst(std::size_t blocks, std::uint64_t* column) {
  for (std::size_t block = 0; block < blocks; ++block) {
    column[2 * block] = ~std::uint64_t{0};
    column[2 * block + 1] = 0;
  }
}

// What the column of `columns` elements has in its last row: the first row, and the steps down from there.
std::size_t LastRow(std::size_t columns, std::size_t rows, const std::uint64_t* column) {
  std::size_t distance = columns;
  for (std::size_t row = 0; row < rows; row += kBits, column += 2) {
    const std::uint64_t used = rows - row >= kBits ? ~std::uint64_t{0} : (std::uint64_t{1} << (rows - row)) - 1;
    distance += static_cast<std::size_t>(std::popcount(column[0] & used));
    distance -= static_cast<std::size_t>(std::popcount(column[1] & used));
  }
  return distance;
}

// Fills the table; `place(j)` says where column j lies, with room for kAbreast more behind it. Columns that are made together
// follow each other. Returns the last one.
template <class Place>
const std::uint64_t* FillTable(const Matches& matches, std::span<const std::uint32_t> to, Place place) {
  FillFirst(matches.blocks(), place(0));
  std::size_t j = 0;
  for (; j + kAbreast <= to.size(); j += kAbreast) FillColumns<kAbreast>(matches, &to[j], place(j));
  for (; j < to.size(); ++j) FillColumns<1>(matches, &to[j], place(j));
  return place(j);
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
  const Matches matches(from);
  const std::size_t blocks = matches.blocks();
  // One turn's columns; the next begins with the last of them.
  std::vector<std::uint64_t> columns(2 * blocks * (kAbreast + 1));
  const std::uint64_t* last = FillTable(matches, to, [&, before = std::size_t{0}](std::size_t j) mutable {
    const auto behind = columns.begin() + static_cast<std::ptrdiff_t>(2 * blocks * (j - before));
    if (j > before) std::copy_n(behind, 2 * blocks, columns.begin());
    before = j;
    return columns.data();
  });
  return LastRow(to.size(), from.size(), last);
}

struct DistanceTo::Masks {
  explicit Masks(std::span<const std::uint32_t> to) : matches(to) {}
  Matches matches;
};

DistanceTo::DistanceTo(std::span<const std::uint32_t> to)
    : masks_(std::make_unique<const Masks>(to)), size_(to.size()), columns_(2 * masks_->matches.blocks()) {
  FillFirst(masks_->matches.blocks(), columns_.data());
}

DistanceTo::~DistanceTo() = default;

std::size_t DistanceTo::From(std::span<const std::uint32_t> from) {
  const std::size_t blocks = masks_->matches.blocks();
  columns_.resize(2 * blocks * (from.size() + 1));
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(known_, from).in1 - known_.begin());
  for (std::size_t j = same; j < from.size(); ++j) FillColumns<1>(masks_->matches, &from[j], &columns_[2 * blocks * j]);
  known_.assign(from.begin(), from.end());
  return LastRow(from.size(), size_, &columns_[2 * blocks * from.size()]);
}

EditCounts EditCounter::Count(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
  EditCounts counts;
  const std::size_t all = from.size();
  TrimEnds(from, to);
  std::size_t row = from.size();
  std::size_t column = to.size();
  if (row > 0 && column > 0) {
    const Matches matches(from);
    const std::size_t width = 2 * matches.blocks();
    if (size_ < width * (column + 1)) {
      size_ = width * (column + 1);
      table_ = std::make_unique_for_overwrite<std::uint64_t[]>(size_);
    }
    FillTable(matches, to, [&](std::size_t j) { return table_.get() + width * j; });
    const auto bit = [&](std::size_t at_column, std::size_t at_row, std::size_t which) {
      return (table_[width * at_column + 2 * ((at_row - 1) / kBits) + which] >> ((at_row - 1) % kBits) & 1) != 0;
    };
    while (row > 0 && column > 0) {
      if (bit(column, row, 0)) {
        ++counts.deletions;
        --row;
        continue;
      }
      --column;
      if (column > 0 && bit(column, row, 1)) {
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

EditCounts CountEdits(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
  return EditCounter().Count(from, to);
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
