// SPDX-License-Identifier: Apache-2.0
// Loadable sets: the dataset cut into parts that fit in memory, in LoadGen's random order.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::load {

struct LoadableSet {
  std::vector<std::uint64_t> indices;  // of the dataset, padding included
  std::uint64_t size = 0;              // without padding: draws stay below it
};

// The first min(requested, total) indices of the dataset, shuffled and cut in sets of `set_size`;
// the last may be smaller. Each set is padded with `padding` of its own first elements, so that a
// MultiStream query can start at any element; a set smaller than its padding wraps. Range
// requested, total, set_size >= 1; total < 2^31. Threads  safe: pure. Source   MLPerf
// LoadGen 6.0.17.
std::vector<LoadableSet> LoadableSets(std::uint64_t requested, std::uint64_t total,
                                      std::uint64_t set_size, std::uint64_t padding,
                                      std::uint64_t seed);

}  // namespace assay::load
