// SPDX-License-Identifier: Apache-2.0
// The Mersenne twister MT19937: the values of std::mt19937, several times faster.
//
// The state is renewed and tempered for all 624 words at once, in loops without a dependence between neighbours, which
// compilers turn into vector instructions; std::mt19937 of libstdc++ works on 64-bit words, one at a time. A schedule of
// a million queries draws three million values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace assay::random {

// Threads  one thread at a time per object; copies are independent.
// Source   Matsumoto and Nishimura, Mersenne Twister, ACM Trans. Model. Comput. Simul. 8 (1998) 3; initialisation by
//          Knuth's generator with 1812433253, as ISO C++ [rand.eng.mers] has it.
class Mt19937 {
 public:
  explicit Mt19937(std::uint32_t seed);

  std::uint32_t Next() {
    if (next_ == kWords) Renew();
    return values_[next_++];
  }

 private:
  static constexpr std::size_t kWords = 624;

  void Renew();

  std::array<std::uint32_t, kWords> state_;
  std::array<std::uint32_t, kWords> values_;  // of this state, tempered
  std::size_t next_ = kWords;
};

}  // namespace assay::random
