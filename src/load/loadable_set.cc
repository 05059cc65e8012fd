// SPDX-License-Identifier: Apache-2.0
#include "load/loadable_set.h"

#include <algorithm>
#include <numeric>

#include "random/mt19937_stream.h"

namespace assay::load {

std::vector<LoadableSet> LoadableSets(std::uint64_t requested, std::uint64_t total,
                                      std::uint64_t set_size, std::uint64_t padding,
                                      std::uint64_t seed) {
  std::vector<std::uint64_t> order(std::min(requested, total));
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  random::Mt19937Stream(seed).Shuffle(order);

  std::vector<LoadableSet> sets;
  for (std::uint64_t begin = 0; begin < order.size(); begin += set_size) {
    LoadableSet set;
    set.size = std::min<std::uint64_t>(set_size, order.size() - begin);
    set.indices.reserve(set.size + padding);
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
    set.indices.assign(first, first + static_cast<std::ptrdiff_t>(set.size));
    for (std::uint64_t i = 0; i < padding; ++i) set.indices.push_back(set.indices[i]);
    sets.push_back(std::move(set));
    if (set_size > order.size()) break;  // begin + set_size may pass 2^64
  }
  return sets;
}

}  // namespace assay::load
