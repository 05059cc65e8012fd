// SPDX-License-Identifier: Apache-2.0
// Several sides in the order of one metric, with which of them aren't shown to differ: a rank alone says that the first is
// better than the second, which the data often don't.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "run/compare/compare.h"

namespace assay::run {

struct RankedSide {
  std::string name;
  std::optional<double> value;
  std::vector<std::size_t> tie_groups;  // by number; two sides with one in common aren't shown to differ
};

struct Ranking {
  std::string metric;
  Unit unit = Unit::kNumber;
  double level = 0.95;
  std::vector<RankedSide> sides;      // best first; without a value last
  std::size_t tie_groups = 0;
  std::size_t pairs = 0, differing = 0, untested = 0;  // pairs that were tested together; shown to differ; without a test
};

// Groups of sides of which no two differ, none within another; each side is in at least one.
// Shape    sides 0 … count - 1; groups in the order of their first member.
// Threads  safe: pure.
// Source   Piepho, J. Comput. Graph. Stat. 13 (2004) 456-466 (insert and absorb).
std::vector<std::vector<std::size_t>> TieGroups(std::size_t count, const std::function<bool(std::size_t, std::size_t)>& differ);

// Every pair of the places, paired by case; p-values adjusted by Holm for all pairs.
// Range    at least 2 places; request.metrics names one metric.
// Errors   as Compare; kUsage without one metric, or with a rule.
Results<Ranking> RankSides(const CompareRequest& request);

std::string RankingText(const Ranking& ranking);
std::string RankingJson(const Ranking& ranking);  // {"schema": "assay.ranking/1", …}

}  // namespace assay::run
