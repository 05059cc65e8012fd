// SPDX-License-Identifier: Apache-2.0
#include "random/mt19937_stream.h"

namespace assay::random {
namespace {

constexpr std::uint64_t kEngineRange = 0xFFFFFFFFu;  // max() - min() of the engine

}  // namespace

// Fisher-Yates from the front: element i swaps with a uniform place in [0, i]. While (i + 1)(i + 2)
// fits the engine's range, the places of i and i + 1 are quotient and remainder of one draw. An
// even count leaves an odd number of elements after the first, so element 1 goes alone before the
// pairs.
void Mt19937Stream::Shuffle(std::span<std::uint64_t> values) {
  const std::uint64_t count = values.size();
  if (count < 2) {
    return;  // nothing is drawn for a set of one
  }
  if (kEngineRange / count < count) {
    for (std::uint32_t i = 1; i < count; ++i) std::swap(values[i], values[Below(i + 1)]);
    return;
  }
  std::uint32_t i = 1;
  if (count % 2 == 0) {
    std::swap(values[1], values[Below(2)]);
    i = 2;
  }
  for (; i < count; i += 2) {
    const std::uint32_t both = Below((i + 1) * (i + 2));
    std::swap(values[i], values[both / (i + 2)]);
    std::swap(values[i + 1], values[both % (i + 2)]);
  }
}

}  // namespace assay::random
