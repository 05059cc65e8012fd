// SPDX-License-Identifier: Apache-2.0
// Numbers as configuration files have them: those of strtoul with base 0 and of strtod, without their locale.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::loadgen {

struct ConfNumber {
  std::uint64_t integer = 0;  // of the longest prefix that is one, as strtoul reads it: -1 is 2^64 - 1, 010 is 8
  double real = 0;            // of the longest prefix, as strtod reads it
  bool all_integer = false;   // the integer takes the whole text
  bool all_real = false;
  bool clamped = false;       // the integer doesn't fit 64 bits and is 2^64 - 1

  bool IsNumber() const { return all_integer || all_real; }
};

// Shape    one token, without blanks.
// Threads  safe: pure.
// Source   C17, 7.22.1.3 and 7.22.1.4, in the "C" locale.
ConfNumber ReadConfNumber(std::string_view text);

}  // namespace assay::loadgen
