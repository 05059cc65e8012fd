// SPDX-License-Identifier: Apache-2.0
// A set of rows as bits, 64 in a word: two sets meet in an AND and a population count.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::slice {

// Range    rows below the number that the set was made for; sets that meet were made for the same number.
// Threads  as a std::vector.
class RowSet {
 public:
  explicit RowSet(std::size_t rows = 0) : rows_(rows), words_((rows + 63) / 64, 0) {}

  std::size_t rows() const { return rows_; }
  std::size_t words() const { return words_.size(); }
  void Add(std::size_t row) { words_[row / 64] |= std::uint64_t{1} << (row % 64); }
  bool Has(std::size_t row) const { return ((words_[row / 64] >> (row % 64)) & 1) != 0; }

  std::uint64_t Count() const {
    std::uint64_t count = 0;
    for (const std::uint64_t word : words_) count += static_cast<std::uint64_t>(std::popcount(word));
    return count;
  }
  std::uint64_t CountWith(const RowSet& other) const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      count += static_cast<std::uint64_t>(std::popcount(words_[i] & other.words_[i]));
    }
    return count;
  }
  RowSet With(const RowSet& other) const {
    RowSet both = *this;
    for (std::size_t i = 0; i < words_.size(); ++i) both.words_[i] &= other.words_[i];
    return both;
  }
  RowSet Without(const RowSet& other) const {
    RowSet rest = *this;
    for (std::size_t i = 0; i < words_.size(); ++i) rest.words_[i] &= ~other.words_[i];
    return rest;
  }
  bool operator==(const RowSet&) const = default;

  template <class Take>
  void ForEach(Take&& take) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        take(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
      }
    }
  }

 private:
  std::size_t rows_;
  std::vector<std::uint64_t> words_;
};

}  // namespace assay::slice
