// SPDX-License-Identifier: Apache-2.0
// What libFuzzer and the replay call: feeds one input to the reader. Whatever the bytes, it returns; what it promises of
// its results is checked with CHECK_PROMISE, which aborts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

#define CHECK_PROMISE(condition) \
  if (!(condition)) std::abort()
