// SPDX-License-Identifier: Apache-2.0
// Philox: random numbers by counter that pass every known test of randomness. Replicate r of a bootstrap draws from the
// counters that belong to r, whichever thread makes it.
#pragma once

#include <array>
#include <cstdint>

namespace assay::random {

using PhiloxCounter = std::array<std::uint64_t, 4>;
using PhiloxKey = std::array<std::uint64_t, 2>;

// Four numbers of 64 bits for a counter: a bijection, ten rounds.
// Threads  safe: pure.
// Source   Salmon, Moraes, Dror, Shaw, SC 2011 (Philox4x64-10).
constexpr PhiloxCounter PhiloxAt(PhiloxCounter counter, PhiloxKey key) {
  using Wide = unsigned __int128;
  for (int round = 0; round < 10; ++round) {
    const Wide first = Wide{0xD2E7470EE14C6C93u} * counter[0];
    const Wide second = Wide{0xCA5A826395121157u} * counter[2];
    counter = {static_cast<std::uint64_t>(second >> 64) ^ counter[1] ^ key[0], static_cast<std::uint64_t>(second),
               static_cast<std::uint64_t>(first >> 64) ^ counter[3] ^ key[1], static_cast<std::uint64_t>(first)};
    key[0] += 0x9E3779B97F4A7C15u;
    key[1] += 0xBB67AE8584CAA73Bu;
  }
  return counter;
}

// The numbers of one stream in order. Streams of one seed are independent.
class Philox {
 public:
  constexpr Philox(std::uint64_t seed, std::uint64_t stream) : key_{seed, stream} {}

  constexpr std::uint64_t Next() {
    if (used_ == block_.size()) {
      block_ = PhiloxAt({position_++, 0, 0, 0}, key_);
      used_ = 0;
    }
    return block_[used_++];
  }

  // Uniform on [0, n - 1]. The bias is below n / 2^64.
  // Range    n >= 1.
  constexpr std::uint64_t Below(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(Next()) * n) >> 64);
  }

 private:
  PhiloxKey key_;
  std::uint64_t position_ = 0;
  PhiloxCounter block_{};
  std::size_t used_ = 4;
};

}  // namespace assay::random
