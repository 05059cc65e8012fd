// SPDX-License-Identifier: Apache-2.0
// A comparison of answers that are in memory, wherever they come from: no file is read.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "assay/result.h"
#include "run/compare/compare.h"
#include "run/compare/compared_quality.h"

namespace assay::run {

// The metrics asked for, by what they are taken from.
struct AskedMetrics {
  std::set<std::string> quality, load;
  bool any() const { return !quality.empty() || !load.empty(); }
};

// Errors   kUnknownName; kUsage for one that can't be compared, or not under a rule.
Result<AskedMetrics> SortMetrics(const std::vector<std::string>& names, bool under_rule);
QualityCompareRequest QualityRequestOf(const CompareRequest& request, const AskedMetrics& asked);

// Each of the others against the first, by their names.
// Errors   as CompareQuality, with the other's name as place.
Results<std::vector<Comparison>> CompareSides(const std::vector<std::string>& names, std::span<const FileColumns> sides,
                                              const CompareRequest& request, const AskedMetrics& asked);

// With words, outcomes and the exit code.
Results<CompareOutcome> JudgedComparison(const CompareRequest& request, Results<std::vector<Comparison>> comparisons);

// Results that the caller has, other than labels.
// Errors   as CompareItems, with the other's name as place.
Results<std::vector<Comparison>> CompareResults(const std::vector<std::string>& names, std::span<const ResultFile> sides,
                                                const CompareRequest& request);

// Columns that the caller has, each side against the first; `places` are their names.
// Range    as ScoreColumns; as many names as sides, two or more.
// Errors   as Compare, without those of files.
// Threads  safe: pure.
Results<CompareOutcome> CompareColumns(const CompareRequest& request, std::span<const FileColumns> sides);

}  // namespace assay::run
