// SPDX-License-Identifier: Apache-2.0
#include "text/token_ids.h"

#include <algorithm>

namespace assay::text {

namespace {

// Three letters a step: 21 bits hold any.
template <class Letters>
std::uint64_t Hash(Letters word) {
  std::uint64_t key = word.size();
  for (std::size_t at = 0; at < word.size(); at += 3) {
    std::uint64_t letters = word[at];
    if (at + 1 < word.size()) letters |= std::uint64_t{word[at + 1]} << 21;
    if (at + 2 < word.size()) letters |= std::uint64_t{word[at + 2]} << 42;
    key = (key ^ letters) * 0xD6E8FEB86659FD93u;
    key ^= key >> 32;
  }
  return key;
}

}  // namespace

// Words whose hashes are equal are told apart by their letters; the second goes to the next free key.
template <class Letters>
std::uint32_t TokenIds::Number(Letters word) {
  for (std::uint64_t key = Hash(word);; ++key) {
    const auto [id, is_new] = ids_.Of(key);
    if (is_new) {
      letters_.append(word.begin(), word.end());
      starts_.push_back(letters_.size());
      return id;
    }
    const std::size_t start = starts_[id];
    const char32_t* letters = letters_.data() + start;
    if (starts_[id + 1] - start == word.size() && std::equal(word.begin(), word.end(), letters)) return id;
  }
}

std::uint32_t TokenIds::Of(std::u32string_view word) { return Number(word); }

std::uint32_t TokenIds::Of(std::string_view word) {
  // As unsigned characters, so that they widen to themselves.
  return Number(std::span(reinterpret_cast<const unsigned char*>(word.data()), word.size()));
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
