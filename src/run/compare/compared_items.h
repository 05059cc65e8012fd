// SPDX-License-Identifier: Apache-2.0
// Two files of results that aren't labels - answers in words, boxes, rankings, repeated tries - on the same items.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assay/result.h"
#include "run/compare/comparison.h"
#include "run/result_file/result_file.h"

namespace assay::run {

struct ItemCompareRequest {
  std::set<std::string> metrics = {};  // named ones, "carried:NAME" for a score that both files bring along; empty = the
                                       // usual ones of the kind and all that both bring along
  std::vector<std::uint64_t> k = {};   // the first is that of recall_at_k and its like
  double level = 0.95;
  std::uint64_t seed = 0;
  bool under_rule = false;             // --fail-if: only what is better or worse can be named
  std::optional<double> relative_margin = {};  // of --fail-if, as a share of the baseline's value
};

// Items are paired by id, and by the order of those of one id; items that neither side answered are left out and counted.
// Beside the differences: of each metric that is judged, how many items score lower and higher, by a sign test, which is
// McNemar's where scores are yes or no.
// Errors   kNotComparable for results of two kinds, items that one side alone has or answered, and other right answers,
//          judgements or annotations: with the first ids and how many there are; kUnknownName and kUsage for metrics.
// Threads  safe: pure.
Result<ComparedPart> CompareItems(const ResultFile& baseline, const ResultFile& other, const ItemCompareRequest& request);

}  // namespace assay::run
