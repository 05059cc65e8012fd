// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/first_answers.h"

#include <algorithm>
#include <cstring>

#include "random/splitmix.h"

namespace assay::run {
namespace {

// Of equal bytes equal, of others different but for 1 in 2^64; never 0. Eight bytes a step.
std::uint64_t HashOf(std::span<const std::byte> bytes) {
  std::uint64_t hash = random::SplitMixFinalise(bytes.size() + random::kSplitMixStep);
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    hash = random::SplitMixFinalise((hash ^ word) + random::kSplitMixStep);
  }
  return hash == 0 ? 1 : hash;
}

}  // namespace

bool FirstAnswers::Take(std::size_t sample, std::span<const std::byte> bytes) {
  const std::uint64_t hash = HashOf(bytes);
  std::uint64_t& first = hashes_[sample];
  if (first == 0) {
    first = hash;
    ++answered_;
    return true;
  }
  ++repeats_;
  if (first != hash) ++disagreeing_;
  return false;
}

std::vector<std::size_t> FirstAnswers::Missing(std::size_t most) const {
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < hashes_.size() && missing.size() < most; ++i) {
    if (hashes_[i] == 0) missing.push_back(i);
  }
  return missing;
}

}  // namespace assay::run
