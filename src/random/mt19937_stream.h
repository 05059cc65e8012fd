// SPDX-License-Identifier: Apache-2.0
// The random stream that LoadGen draws schedules and sample orders from.
//
// The engine's values are the same everywhere, but the standard leaves the algorithms of its
// distributions open. MLPerf's results rest on those of libstdc++ 11 and later, so each is spelled out here;
// std:: distributions are not used. For numbers that must not depend on the order of drawing, see
// splitmix.h.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "random/mt19937.h"

namespace assay::random {

// One stream from one seed.
// Threads  one thread at a time per object; copies are independent.
// Source   ISO C++ [rand.eng.mers]; MLPerf LoadGen 6.0.17 by observed values; each member names its
// algorithm.
class Mt19937Stream {
 public:
  // Range    any seed; only its low 32 bits matter, as in LoadGen, whose settings are 64 bits wide.
  explicit Mt19937Stream(std::uint64_t seed)
      : engine_(static_cast<std::uint32_t>(seed & 0xFFFFFFFFu)) {}

  std::uint32_t NextU32() { return engine_.Next(); }

  // Uniform on [0, n - 1]; consumes a draw for n = 1 too.
  // Range    1 <= n < 2^32.
  // Source   Lemire, ACM Trans. Model. Comput. Simul. 29 (2019) 3: multiply, and reject the short
  // last stripe.
  std::uint32_t Below(std::uint32_t n) {
    std::uint64_t product = std::uint64_t{NextU32()} * n;
    std::uint32_t low = static_cast<std::uint32_t>(product);
    if (low < n) {
      const std::uint32_t stripe = (0u - n) % n;
      while (low < stripe) {
        product = std::uint64_t{NextU32()} * n;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform on [0, 1), from two draws, the second being the high half.
  double Canonical() {
    const double low = static_cast<double>(NextU32());
    const double high = static_cast<double>(NextU32());
    const double value = (low + high * 4294967296.0) / 18446744073709551616.0;
    return value < 1.0 ? value : std::nextafter(1.0, 0.0);  // the sum can round up to 2^64
  }

  // Exponential with the given rate: mean 1 / rate.
  // Range    rate > 0.
  double Exponential(double rate) { return -std::log(1.0 - Canonical()) / rate; }

  // Random permutation in place, as std::shuffle of libstdc++ does it: up to 65,535 elements, two
  // swap positions come out of one draw; above that, one draw each. Range    values.size() < 2^32.
  void Shuffle(std::span<std::uint64_t> values);

 private:
  Mt19937 engine_;
};

}  // namespace assay::random
