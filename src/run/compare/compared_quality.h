// SPDX-License-Identifier: Apache-2.0
// Two systems' quality on the same cases.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "assay/metric.h"
#include "assay/result.h"
#include "run/compare/comparison.h"

namespace assay::run {

struct QualityCompareRequest {
  std::set<std::string> metrics = {};   // named ones of these columns; empty = the usual ones
  std::set<std::string> more = {};      // beside the usual ones
  std::string primary = {};             // empty = average_precision with scores, else accuracy (top_1 for many classes)
  double level = 0.95;
  std::uint64_t seed = 0;
  std::optional<double> relative_margin = {};  // of --fail-if, as a share of the baseline's value
};

// Flips of all cases and of positives, and the difference of each metric.
// Errors   as PairCases and DifferenceOf.
// Threads  safe: pure.
Result<ComparedPart> CompareQuality(const std::string& name, const QualityColumns& baseline, const QualityColumns& other,
                                    const QualityCompareRequest& request);

}  // namespace assay::run
