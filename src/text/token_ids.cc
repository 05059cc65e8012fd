// SPDX-License-Identifier: Apache-2.0
#include "text/token_ids.h"

#include <algorithm>
#include <cstring>

namespace assay::text {

namespace {

constexpr char kWide = '\xFF';

template <class Word>
std::uint64_t Load(const char* bytes) {
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

std::uint64_t Mixed(std::uint64_t key, std::uint64_t word) {
  key = (key ^ word) * 0xD6E8FEB86659FD93u;
  return key ^ (key >> 32);
}

constexpr std::size_t kPacked = 8;

// Up to eight bytes as one number: loads that overlap, so that their length isn't looped over.
std::uint64_t Packed(std::string_view bytes) {
  const std::size_t n = bytes.size();
  const char* at = bytes.data();
  if (n == kPacked) return Load<std::uint64_t>(at);
  if (n >= 4) return Load<std::uint32_t>(at) | Load<std::uint32_t>(at + n - 4) << (8 * (n - 4));
  const auto byte = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i); };
  return n == 0 ? 0 : byte(0) | byte(n / 2) | byte(n - 1);
}

// Eight bytes a step, the last step overlapping the one before.
std::uint64_t LongHash(std::string_view bytes) {
  std::uint64_t key = bytes.size();
  for (std::size_t i = 0; i + kPacked < bytes.size(); i += kPacked) key = Mixed(key, Load<std::uint64_t>(bytes.data() + i));
  return Mixed(key, Load<std::uint64_t>(bytes.data() + bytes.size() - kPacked));
}

}  // namespace

// Words whose hashes are equal are told apart by their letters; the second goes to the next free key.
std::uint32_t TokenIds::Number(std::string_view coded) {
  if (coded.size() <= kPacked) return OfPacked(Packed(coded), coded.size());
  for (std::uint64_t key = LongHash(coded);; ++key) {
    const auto [id, is_new] = ids_.Of(key);
    if (is_new) {
      letters_ += coded;
      starts_.push_back(letters_.size());
      packed_.push_back(0);
      return id;
    }
    if (std::string_view(letters_).substr(starts_[id], starts_[id + 1] - starts_[id]) == coded) return id;
  }
}

std::uint32_t TokenIds::OfPacked(std::uint64_t letters, std::size_t size) {
  for (std::uint64_t key = Mixed(size, letters);; ++key) {
    const auto [id, is_new] = ids_.Of(key);
    if (is_new) {
      letters_.append(reinterpret_cast<const char*>(&letters), size);
      starts_.push_back(letters_.size());
      packed_.push_back(letters);
      return id;
    }
    if (packed_[id] == letters && starts_[id + 1] - starts_[id] == size) return id;
  }
}

std::uint32_t TokenIds::Of(std::string_view word) { return Number(word); }

std::uint32_t TokenIds::Of(std::u32string_view word) {
  coded_.clear();
  const bool ascii = std::ranges::all_of(word, [](char32_t letter) { return letter < 0x80; });
  if (ascii) {
    for (const char32_t letter : word) coded_.push_back(static_cast<char>(letter));
  } else {
    coded_.push_back(kWide);
    coded_.append(reinterpret_cast<const char*>(word.data()), word.size() * sizeof(char32_t));
  }
  return Number(coded_);
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
