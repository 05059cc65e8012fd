// SPDX-License-Identifier: Apache-2.0
// Scores in descending order, much faster than by comparison: a score's place is nearly its distance from the highest.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::metric {

struct ScoredRow {
  double score = 0;
  std::uint64_t row = 0;
};

// Sorts in place. Any distribution of scores is sorted right; those that aren't lumped at a few places by a factor of
// thousands, in linear time.
// Range    finite; -0.0 must not be among them (adding 0.0 makes it 0.0).
// Threads  safe: pure. Memory as much again.
void SortDescending(std::vector<double>& scores);

// The same with equal scores in ascending order of their rows.
// Shape    rows ascending.
void SortDescending(std::vector<ScoredRow>& rows);

}  // namespace assay::metric
