// SPDX-License-Identifier: Apache-2.0
// Where the errors are: slices that were named beforehand, then slices that were searched for and held up on cases that
// the search didn't see.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "slice/case_errors.h"
#include "slice/feature.h"
#include "slice/literal.h"
#include "slice/row_set.h"
#include "slice/slice_search.h"

namespace assay::slice {

// Mean error of some rows. For 0/1 errors a rate.
struct ErrorRate {
  std::uint64_t rows = 0;
  double errors = 0;               // their number, or the sum of the loss
  std::optional<double> rate;      // empty without rows
  std::optional<Interval> interval;  // Wilson for rates, Student's t for losses; empty where there is none
};

struct NamedSlice {
  std::string text;
  RowSet rows;
};

struct SliceFinding {
  std::string text;
  RowSet rows;
  ErrorRate all;        // over all rows; of a found slice flattered by the search
  ErrorRate tested;     // over the rows that the test saw: all of them for a declared slice, else the held-out half
  double rest_rate = 0; // of the tested rows outside
  std::optional<double> lift;  // tested rate over the rate of all tested rows; empty where that is 0
  double p = 1;         // one-sided: no more errors inside than outside
  double adjusted = 1;  // for all tests of its kind
  bool shown = false;   // worse than the rest, at the level or the false discovery rate
  double score = 0;     // of a found slice
};

struct SliceOptions {
  SearchOptions search;        // min_rows: of all rows; the search takes half of it
  bool do_search = true;
  double level = 0.95;         // of intervals, and 1 - level for declared slices
  double false_discovery_rate = 0.1;
};

struct ErrorSlices {
  ErrorRate all;
  std::vector<SliceFinding> declared;  // in the order given
  std::vector<SliceFinding> found;     // shown ones first, by adjusted p; then the others by score
  std::uint64_t searched_rows = 0, held_out_rows = 0;
  std::uint64_t min_rows = 0;
  std::uint64_t looked_at = 0, pruned = 0;
  bool cut = false;
};

// The smallest slice that is looked for unless one is named: half a percent of the rows, 30 at least.
std::uint64_t DefaultMinRows(std::size_t rows);

// Mean error of a set of rows with its interval.
// Errors   of the interval: kOutOfRange for a level.
Result<ErrorRate> RateOf(const CaseErrors& errors, const RowSet& rows, double level);

// Declared slices are tested on all rows and corrected by Holm; found ones on the held-out half, by Benjamini-Hochberg.
// Tests are Fisher's exact one for 0/1 errors and Welch's for losses.
// Shape    features, declared sets and `searched` have a row for each row of `errors`. A search of min_rows 0 takes
//          DefaultMinRows.
// Errors   kOutOfRange for options; kEmpty without rows.
// Threads  safe: pure.
Result<ErrorSlices> FindErrorSlices(std::span<const Feature> features, std::span<const NamedSlice> declared,
                                    const CaseErrors& errors, const RowSet& searched, const SliceOptions& options);

// Of slices that were fixed beforehand, the one with the highest mean error in the searched half among those that hold at
// least a tenth of all rows. Its error in the other half is an honest figure: the choice didn't see it.
// Errors   kEmpty when no slice is that large or one of the halves has none of its rows.
// Threads  safe: pure.
Result<std::size_t> WorstDecile(std::span<const NamedSlice> slices, const CaseErrors& errors, const RowSet& searched);

}  // namespace assay::slice
