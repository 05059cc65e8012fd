// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/block_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "random/philox.h"

namespace assay::metric {
namespace {

constexpr std::size_t kFewestValues = 50;
constexpr std::size_t kShortestBlock = 10;
constexpr std::size_t kFewestBlockReplicates = 30, kMostBlockReplicates = 200;
constexpr std::size_t kMostDrawnValues = 4'000'000;  // replicates x values

}  // namespace

std::optional<double> BlockLogVariance(std::span<const std::int64_t> values, const BlockStatistic& statistic,
                                       std::uint64_t seed) {
  const std::size_t n = values.size();
  if (n < kFewestValues) return std::nullopt;
  const std::size_t block = std::max(kShortestBlock, static_cast<std::size_t>(std::cbrt(static_cast<double>(n))));
  const std::size_t replicates = std::clamp(kMostDrawnValues / n, kFewestBlockReplicates, kMostBlockReplicates);
  std::vector<std::int64_t> drawn(n);
  double mean = 0, squares = 0;
  for (std::size_t replicate = 0; replicate < replicates; ++replicate) {
    random::Philox numbers(seed, replicate);
    for (std::size_t at = 0; at < n; at += block) {
      const std::size_t from = numbers.Below(n - block + 1), count = std::min(block, n - at);
      std::ranges::copy(values.subspan(from, count), drawn.begin() + static_cast<std::ptrdiff_t>(at));
    }
    const double figure = statistic(drawn);
    if (!(figure > 0)) return std::nullopt;
    const double value = std::log(figure), gap = value - mean;
    mean += gap / static_cast<double>(replicate + 1);
    squares += gap * (value - mean);
  }
  return squares / static_cast<double>(replicates - 1);
}

}  // namespace assay::metric
