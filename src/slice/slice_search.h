// SPDX-License-Identifier: Apache-2.0
// Looks for parts of the data with more errors than the rest: conjunctions of up to three conditions, the best by a score
// that weighs how much worse a part is against how large it is.
//
// A condition that adds no more to a slice than chance would is taken out of it; of slices that share most of their rows
// the one with the clearest excess stays. What is found is a guess to be tested on rows that the search didn't see
// (error_slices.h), never a finding by itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "slice/case_errors.h"
#include "slice/literal.h"

namespace assay::slice {

struct SearchOptions {
  std::size_t depth = 2;       // 1…3
  std::uint64_t min_rows = 1;  // of the rows that are searched
  // Weights of the excess against the size; the best are kept by each. At 0.95, as published, a part of 1 % needs 6.2
  // times the mean error to score above 0, and large parts lead; at 0.99 twice the mean, and small ones do.
  std::vector<double> weights = {0.95, 0.99};
  std::size_t most = 20;       // candidates
  std::uint64_t most_words = 20'000'000'000;  // work: words of bits that are met
};

struct Candidate {
  std::vector<std::size_t> literals;  // ascending
  RowSet rows;                        // of all rows, searched or not
  double score = 0;                   // by the first weight
  double p = 1;                       // of no more errors than outside, on the searched rows: an order, not a test
};

struct SearchResult {
  std::vector<Candidate> candidates;  // by p, at most 0.05; no two share more than half of the smaller one
  double best_score = 0;              // by the first weight, before conditions were taken out; 0 when none scores above 0
  std::uint64_t looked_at = 0;        // slices whose errors were counted
  std::uint64_t pruned = 0;           // slices that, by their bound, could neither score nor lead to one that does
  bool cut = false;                   // the work limit was reached: deeper slices weren't all looked at
};

// score = w (mean error inside / mean error - 1) - (1 - w) (rows / rows inside - 1).
// Range    rows_inside >= 1, rows >= rows_inside, mean error > 0.
// Source   Sagadeeva, Boehm, SliceLine, SIGMOD 2021, equation 1.
double SliceScore(double rows_inside, double errors_inside, double rows, double errors, double weight);

// Upper bound of the score of every slice of at least `least` rows that lies in one of at most `rows_inside` rows and
// `errors_inside` errors, where no row's error exceeds `largest`.
double SliceScoreBound(double rows_inside, double errors_inside, double least, double largest, double rows,
                       double errors, double weight);

// Shape    literals of the rows that errors has, those of one column next to each other; `within`: the rows that are
//          searched. A slice has at most one condition a column.
// Errors   none: without an error there is nothing to find.
// Threads  safe: pure.
SearchResult SearchSlices(std::span<const Literal> literals, const CaseErrors& errors, const RowSet& within,
                          const SearchOptions& options);

}  // namespace assay::slice
