// SPDX-License-Identifier: Apache-2.0
// Random numbers by counter: the value of (seed, position) needs no state, so threads and order of
// work don't matter.
//
// For bootstraps, synthetic systems and test data. LoadGen's schedules come from mt19937_stream.h
// instead.
#pragma once

#include <cstdint>

namespace assay::random {

inline constexpr std::uint64_t kSplitMixStep = 0x9E3779B97F4A7C15u;

// Bijective scrambling of 64 bits.
// Source   Steele, Lea, Flood, OOPSLA 2014; the constants are Stafford's variant 13.
constexpr std::uint64_t SplitMixFinalise(std::uint64_t state) {
  state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9u;
  state = (state ^ (state >> 27)) * 0x94D049BB133111EBu;
  return state ^ (state >> 31);
}

// Number `position` (from 0) of the SplitMix64 sequence of `seed`.
// Threads  safe: pure.
constexpr std::uint64_t SplitMixAt(std::uint64_t seed, std::uint64_t position) {
  return SplitMixFinalise(seed + (position + 1) * kSplitMixStep);
}

// Uniform on [0, 1): the top 53 bits.
constexpr double ToUnit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

// Uniform integer on [0, n - 1]. The bias is below n / 2^64.
// Range    n >= 1.
constexpr std::uint64_t ToBelow(std::uint64_t bits, std::uint64_t n) {
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(bits) * n) >> 64);
}

// Independent numbered streams of one seed: stream k, position i.
class SplitMix {
 public:
  explicit constexpr SplitMix(std::uint64_t seed, std::uint64_t stream = 0)
      : seed_(stream == 0 ? seed
                          : SplitMixFinalise(seed ^ SplitMixFinalise(stream * kSplitMixStep))) {}

  constexpr std::uint64_t At(std::uint64_t position) const { return SplitMixAt(seed_, position); }
  constexpr double UnitAt(std::uint64_t position) const { return ToUnit(At(position)); }
  constexpr std::uint64_t BelowAt(std::uint64_t position, std::uint64_t n) const {
    return ToBelow(At(position), n);
  }

  // The same sequence drawn in order.
  constexpr std::uint64_t Next() { return At(next_++); }
  constexpr double NextUnit() { return ToUnit(Next()); }

 private:
  std::uint64_t seed_;
  std::uint64_t next_ = 0;
};

}  // namespace assay::random
