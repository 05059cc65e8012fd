// SPDX-License-Identifier: Apache-2.0
#include "random/mt19937.h"

namespace assay::random {
namespace {

constexpr std::size_t kWords = 624, kShift = 397;
constexpr std::uint32_t kUpper = 0x80000000u, kLower = 0x7FFFFFFFu, kTwist = 0x9908B0DFu;

inline std::uint32_t Twisted(std::uint32_t upper, std::uint32_t lower, std::uint32_t far) {
  const std::uint32_t joined = (upper & kUpper) | (lower & kLower);
  return far ^ (joined >> 1) ^ ((0u - (lower & 1u)) & kTwist);
}

inline std::uint32_t Tempered(std::uint32_t word) {
  word ^= word >> 11;
  word ^= (word << 7) & 0x9D2C5680u;
  word ^= (word << 15) & 0xEFC60000u;
  return word ^ (word >> 18);
}

}  // namespace

Mt19937::Mt19937(std::uint32_t seed) {
  state_[0] = seed;
  for (std::uint32_t i = 1; i < kWords; ++i) {
    state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }
}

// Word i takes from words i, i + 1 and i + 397, all of them old ones up to word 226 and, from there on, with the third a
// new one that is 227 words behind: no loop reads what it wrote less than 227 words ago.
void Mt19937::Renew() {
  std::uint32_t* const s = state_.data();
#pragma GCC ivdep
  for (std::size_t i = 0; i < kWords - kShift; ++i) s[i] = Twisted(s[i], s[i + 1], s[i + kShift]);
#pragma GCC ivdep
  for (std::size_t i = kWords - kShift; i < 2 * (kWords - kShift); ++i) {
    s[i] = Twisted(s[i], s[i + 1], s[i - (kWords - kShift)]);
  }
#pragma GCC ivdep
  for (std::size_t i = 2 * (kWords - kShift); i < kWords - 1; ++i) {
    s[i] = Twisted(s[i], s[i + 1], s[i - (kWords - kShift)]);
  }
  s[kWords - 1] = Twisted(s[kWords - 1], s[0], s[kShift - 1]);
  for (std::size_t i = 0; i < kWords; ++i) values_[i] = Tempered(s[i]);
  next_ = 0;
}

}  // namespace assay::random
