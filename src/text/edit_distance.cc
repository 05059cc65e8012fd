// SPDX-License-Identifier: Apache-2.0
//
// A column of the table is kept as its differences between neighbouring rows, one bit each for +1 and for -1. Where two
// elements are equal is a bit mask per element of `from`; one step of word arithmetic then moves 64 rows to the next
// column. Carries go from block to block.
#include "text/edit_distance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
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
    masks_.reserve((from.size() + 1) * blocks_ + 2 * kPad);
    masks_.resize(kPad + blocks_);
    for (std::size_t row = 0; row < from.size(); ++row) {
      const auto [id, is_new] = rows_.Of(from[row]);
      if (is_new) masks_.resize(masks_.size() + blocks_);
      masks_[kPad + (id + 1) * blocks_ + row / kBits] |= std::uint64_t{1} << (row % kBits);
    }
    masks_.resize(masks_.size() + kPad);
  }
  std::size_t blocks() const { return blocks_; }
  // A mask of `blocks` words, all 0 for an element that isn't in `from`; kPad words before and behind it can be read.
  const std::uint64_t* Of(std::uint32_t element) const {
    const auto id = rows_.Find(element);
    return id ? None() + (*id + 1) * blocks_ : None();
  }
  const std::uint64_t* None() const { return masks_.data() + kPad; }

 private:
  static constexpr std::size_t kPad = 3;

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

void FillColumn(const Matches& matches, std::uint32_t element, const std::uint64_t* before, std::uint64_t* here) {
  Column column{.equal = matches.Of(element), .before = before, .here = here};
  for (std::size_t block = 0; block < matches.blocks(); ++block) column.Fill(block);
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

// Each block waits for the one above it, so that a processor has little to do. Four columns abreast, each a block behind the
// one before it, are the lanes of two vectors: what a lane finds is what the next lane needs one step later.
constexpr std::size_t kLanes = 4;
using Pair [[gnu::vector_size(16)]] = std::uint64_t;

// Two columns, each at one block. At first as before their column begins: a block with these words gives the carries of a
// column's start, and itself.
struct TwoColumns {
  Pair plus{}, minus = ~Pair{}, up_carry = Pair{} + 1, down_carry{};

  void Step(Pair equal) {
    const Pair match = equal | down_carry;
    const Pair diagonal = (((match & plus) + plus) ^ plus) | match | minus;
    const Pair up = minus | ~(diagonal | plus);
    const Pair down = plus & diagonal;
    const Pair shifted = (up << 1) | up_carry;
    plus = (down << 1) | down_carry | ~(diagonal | shifted);
    minus = shifted & diagonal;
    up_carry = up >> (kBits - 1);
    down_carry = down >> (kBits - 1);
  }
};

// Four columns as they are made: for each step, plus of the four lanes, then minus. Lane k is at block step - k.
class Turn {
 public:
  static std::size_t Steps(std::size_t blocks) { return blocks + kLanes - 1; }
  static std::size_t Words(std::size_t blocks) { return Steps(blocks) * 2 * kLanes; }

  // The four columns behind the last one of the turn `before`.
  static void Fill(const Matches& matches, std::array<const std::uint64_t*, kLanes> equal, const std::uint64_t* before,
                   std::uint64_t* here) {
    const std::size_t blocks = matches.blocks();
    TwoColumns one, two;
    for (std::size_t step = 0; step < Steps(blocks); ++step) {
      const std::uint64_t* last_lane = step < blocks ? before + Place(step, kLanes - 1) : kNothing;
      two.plus = __builtin_shufflevector(one.plus, two.plus, 1, 2);
      two.minus = __builtin_shufflevector(one.minus, two.minus, 1, 2);
      one.plus = __builtin_shufflevector(Pair{last_lane[0], 0}, one.plus, 0, 2);
      one.minus = __builtin_shufflevector(Pair{last_lane[kLanes], 0}, one.minus, 0, 2);
      one.Step(Pair{equal[0][step], (equal[1] - 1)[step]});
      two.Step(Pair{(equal[2] - 2)[step], (equal[3] - 3)[step]});
      std::uint64_t* to = here + step * 2 * kLanes;
      std::memcpy(to, &one.plus, sizeof(Pair));
      std::memcpy(to + kLanes / 2, &two.plus, sizeof(Pair));
      std::memcpy(to + kLanes, &one.minus, sizeof(Pair));
      std::memcpy(to + kLanes + kLanes / 2, &two.minus, sizeof(Pair));
    }
  }
  // A turn whose last lane is the column of nothing.
  static void FillWithNothing(std::size_t blocks, std::uint64_t* here) {
    for (std::size_t block = 0; block < blocks; ++block) {
      std::uint64_t* step = here + (block + kLanes - 1) * 2 * kLanes;
      step[kLanes - 1] = ~std::uint64_t{0};
      step[2 * kLanes - 1] = 0;
    }
  }
  // Where plus of a block of a lane is; minus is kLanes behind.
  static std::size_t Place(std::size_t block, std::size_t lane) { return (block + lane) * 2 * kLanes + lane; }

 private:
  // Past a column's end its blocks are of no use to anyone.
  static constexpr std::uint64_t kNothing[kLanes + 1] = {};
};

// Fills turn after turn; `place(t)` says where turn t lies, from 1, turn 0 being the first column's. Returns the last.
template <class PlaceOf>
const std::uint64_t* FillTurns(const Matches& matches, std::span<const std::uint32_t> to, PlaceOf place) {
  std::uint64_t* before = place(std::size_t{0});
  Turn::FillWithNothing(matches.blocks(), before);
  for (std::size_t first = 0; first < to.size(); first += kLanes) {
    std::array<const std::uint64_t*, kLanes> equal;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      equal[lane] = first + lane < to.size() ? matches.Of(to[first + lane]) : matches.None();
    }
    std::uint64_t* here = place(first / kLanes + 1);
    Turn::Fill(matches, equal, before, here);
    before = here;
  }
  return before;
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
  const std::size_t words = Turn::Words(matches.blocks());
  std::vector<std::uint64_t> two(2 * words);  // turns in turns
  const std::uint64_t* turn = FillTurns(matches, to, [&](std::size_t t) { return two.data() + t % 2 * words; });
  const std::size_t lane = (to.size() - 1) % kLanes;
  std::vector<std::uint64_t> last;
  for (std::size_t block = 0; block < matches.blocks(); ++block) {
    const std::uint64_t* plus = turn + Turn::Place(block, lane);
    last.insert(last.end(), {plus[0], plus[kLanes]});
  }
  return LastRow(to.size(), from.size(), last.data());
}

struct DistanceTo::Masks {
  explicit Masks(std::span<const std::uint32_t> to) : of(to) {}
  Matches of;
};

DistanceTo::DistanceTo(std::span<const std::uint32_t> to)
    : masks_(std::make_unique<const Masks>(to)), size_(to.size()), columns_(2 * masks_->of.blocks()) {
  FillFirst(masks_->of.blocks(), columns_.data());
}

DistanceTo::~DistanceTo() = default;

std::size_t DistanceTo::From(std::span<const std::uint32_t> from) {
  const std::size_t blocks = masks_->of.blocks();
  columns_.resize(2 * blocks * (from.size() + 1));
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(known_, from).in1 - known_.begin());
  for (std::size_t j = same; j < from.size(); ++j) {
    FillColumn(masks_->of, from[j], &columns_[2 * blocks * j], &columns_[2 * blocks * (j + 1)]);
  }
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
    const std::size_t words = Turn::Words(matches.blocks());
    const std::size_t turns = (column + kLanes - 1) / kLanes + 1;
    if (size_ < words * turns) {
      size_ = words * turns;
      table_ = std::make_unique_for_overwrite<std::uint64_t[]>(size_);
    }
    FillTurns(matches, to, [&](std::size_t t) { return table_.get() + words * t; });
    const auto bit = [&](std::size_t at_column, std::size_t at_row, std::size_t which) {
      const std::size_t place = Turn::Place((at_row - 1) / kBits, (at_column - 1) % kLanes);
      const std::uint64_t word = table_[words * ((at_column - 1) / kLanes + 1) + place + which * kLanes];
      return (word >> ((at_row - 1) % kBits) & 1) != 0;
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
