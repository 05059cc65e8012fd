// SPDX-License-Identifier: Apache-2.0
// Work on 0…count in as many shares as there are threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace assay::metric {

// Calls `work(first, end)` once for each share, each on a thread of its own; returns when all are done.
// Range    threads >= 1.
// Threads  `work` runs several times at once; results must not depend on where a share begins.
template <class Work>
void InShares(std::size_t count, unsigned threads, const Work& work) {
  const std::size_t shares = std::min<std::size_t>(threads, count);
  if (shares == 1) return work(std::size_t{0}, count);
  std::vector<std::jthread> running;
  for (std::size_t share = 0; share < shares; ++share) {
    running.emplace_back([&work, share, shares, count] { work(count * share / shares, count * (share + 1) / shares); });
  }
}

}  // namespace assay::metric
