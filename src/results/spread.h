// SPDX-License-Identifier: Apache-2.0
// Offline : Server : Interactive : SingleStream of one system on one benchmark, and where the ratio lies among all
// systems of the round.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/row_set.h"

namespace assay::results {

struct SpreadRatio {
  round::Scenario over, under;            // kOffline over kServer: what batching everything buys
  const Row* numerator = nullptr;
  const Row* denominator = nullptr;
  double ratio = 0;                       // rate over rate; a latency of one sample is taken as 1000 / ms
  std::size_t below = 0, among = 0;       // systems of the same round, benchmark, division with a smaller ratio; all
  double low = 0, median = 0, high = 0;   // of these, 10th, 50th, 90th percentile
};

struct Spread {
  const System* system = nullptr;
  std::string benchmark;
  std::vector<SpreadRatio> ratios;        // only where both rows exist with units that can be divided
  std::vector<std::string> missing;       // "Server: no row"
};

// One spread for each system and benchmark of `rows` that has at least two scenarios. `all` is what ratios are placed
// among (closed, same round, same benchmark, same unit kind, valid, not inferred).
// Threads  safe: pure.
std::vector<Spread> SpreadOf(std::span<const Row* const> rows, const RowSet& all);

}  // namespace assay::results
