// SPDX-License-Identifier: Apache-2.0
// Words as small numbers, so that texts are compared and counted without touching their letters again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/flat_ids.h"

namespace assay::text {

// Equal words have equal numbers. One table belongs to one thread.
class TokenIds {
 public:
  std::uint32_t Of(std::u32string_view word);
  // The same word has the same number in either form.
  // Shape    ASCII only.
  std::uint32_t Of(std::string_view word);
  // Of at most eight ASCII letters, the first one in the lowest byte, nothing above the last.
  std::uint32_t OfPacked(std::uint64_t letters, std::size_t size);
  std::vector<std::uint32_t> Of(std::span<const std::u32string_view> words);
  std::size_t size() const { return starts_.size() - 1; }

 private:
  std::uint32_t Number(std::string_view coded);

  FlatIds ids_;          // by the words' hashes
  std::string letters_;  // of all words: a byte a letter, or a byte that no ASCII word has and four a letter
  std::vector<std::size_t> starts_{0};
  std::vector<std::uint64_t> packed_;  // those of up to eight bytes again, to compare them in one step
  std::string coded_;
};

// Equal sequences of `order` numbers have equal numbers: an n-gram is its first n - 1 tokens and its last. Exact, not a
// hash. One table belongs to one thread.
class NgramIds {
 public:
  // The n-grams of `tokens`, in order; empty when there are fewer tokens than `order`.
  // Range    order >= 1; the same table must not be asked with numbers of different TokenIds.
  std::vector<std::uint32_t> Of(std::span<const std::uint32_t> tokens, std::size_t order);

 private:
  std::vector<FlatIds> pairs_;  // by order - 2
};

// How many elements two bags have in common, each as often as it is in both.
// Shape    sorts both.
std::size_t CommonCount(std::vector<std::uint32_t>& first, std::vector<std::uint32_t>& second);

}  // namespace assay::text
