// SPDX-License-Identifier: Apache-2.0
// How much a comparison asks for, said before it is run: repeats for a slowdown, cases for a change in accuracy.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::run {

// Interleaved repeats that show a slowdown with 80 % power at 95 %, where one repeat's ratio varies by `deviation`.
struct RepeatNeed {
  double slowdown = 0, deviation = 0;  // shares
  std::uint64_t repeats = 0;
};

// Cases that show a change in accuracy, where a share `discordance` of the answers differs.
struct ItemNeed {
  double discordance = 0, difference = 0;  // shares
  std::uint64_t items = 0;
};

struct ComparisonNeeds {
  std::vector<RepeatNeed> repeats;
  std::vector<ItemNeed> items;
  std::uint64_t planned_repeats = 1;
  bool interleaved = false;
};

// A 5 % slowdown under the spreads that hosts have, quiet to busy; changes in accuracy from large to small.
// Threads  safe: pure.
ComparisonNeeds ComparisonNeedsOf(std::uint64_t planned_repeats, bool interleaved);

std::string ComparisonNeedsText(const ComparisonNeeds& needs);

}  // namespace assay::run
