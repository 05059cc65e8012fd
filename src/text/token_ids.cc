// SPDX-License-Identifier: Apache-2.0
#include "text/token_ids.h"

#include <algorithm>

namespace assay::text {

std::u32string_view TokenIds::Word(std::uint32_t id) const {
  return std::u32string_view(letters_).substr(starts_[id], starts_[id + 1] - starts_[id]);
}

// Words whose hashes are equal are told apart by their letters; the second goes to the next free key.
std::uint32_t TokenIds::Of(std::u32string_view word) {
  std::uint64_t key = 0xCBF29CE484222325u;  // FNV-1a, a letter at a time
  for (const char32_t letter : word) key = (key ^ letter) * 0x100000001B3u;
  for (;; ++key) {
    const auto [id, is_new] = ids_.Of(key);
    if (is_new) {
      letters_ += word;
      starts_.push_back(letters_.size());
      return id;
    }
    if (Word(id) == word) return id;
  }
}

std::vector<std::uint32_t> TokenIds::Of(std::span<const std::u32string_view> words) {
  std::vector<std::uint32_t> ids;
  ids.reserve(words.size());
  for (const std::u32string_view word : words) ids.push_back(Of(word));
  return ids;
}

std::vector<std::uint32_t> NgramIds::Of(std::span<const std::uint32_t> tokens, std::size_t order) {
  std::vector<std::uint32_t> grams(tokens.begin(), tokens.end());
  for (std::size_t n = 2; n <= order; ++n) {
    if (pairs_.size() < n - 1) pairs_.resize(n - 1);
    auto& pairs = pairs_[n - 2];
    const std::size_t count = tokens.size() >= n ? tokens.size() - n + 1 : 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t pair = (std::uint64_t{grams[i]} << 32) | tokens[i + n - 1];
      grams[i] = pairs.Of(pair).first;
    }
    grams.resize(count);
  }
  return grams;
}

std::size_t CommonCount(std::vector<std::uint32_t>& first, std::vector<std::uint32_t>& second) {
  std::ranges::sort(first);
  std::ranges::sort(second);
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < first.size() && j < second.size();) {
    if (first[i] == second[j]) {
      ++common;
      ++i;
      ++j;
    } else {
      ++(first[i] < second[j] ? i : j);
    }
  }
  return common;
}

}  // namespace assay::text
