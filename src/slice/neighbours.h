// SPDX-License-Identifier: Apache-2.0
// Which cases resemble a case: distances over all columns at once, each on its own scale.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "slice/feature.h"
#include "slice/row_set.h"

namespace assay::slice {

struct Neighbour {
  std::size_t row = 0;
  double distance = 0;
};

// Numbers and lengths in standard deviations, categories 0 for the same value and 1 for another; a missing value is one
// standard deviation, or 1, from any that is there. The distance is the root of the sum of squares.
class CaseSpace {
 public:
  // `features` must outlive it.
  explicit CaseSpace(std::span<const Feature> features);

  // The `most` rows of `among` nearest to `row`, itself left out; equal distances in order of the rows.
  // Threads  safe: pure.
  std::vector<Neighbour> Nearest(std::size_t row, const RowSet& among, std::size_t most) const;
  double Distance(std::size_t a, std::size_t b) const;

 private:
  std::span<const Feature> features_;
  std::vector<double> deviation_;  // 0 = a category, or numbers that never differ
};

// Standard deviation of the values that are there, over their number; 0 for one value or none.
double DeviationOf(const Feature& feature);

}  // namespace assay::slice
