// SPDX-License-Identifier: Apache-2.0
// slices.json of a run directory: which cases belong to the slices that claims are about, written when the data is at hand
// so that a verdict needs the run's files alone.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "run/evaluation.h"
#include "run/opened_data.h"
#include "slice/error_slices.h"
#include "slice/row_set.h"
#include "spec/spec.h"

namespace assay::run {

// The slice of a claim that is chosen by its errors: see MeasureInSlice.
inline constexpr char kWorstDecile[] = "worst_decile";

struct SliceMembers {
  std::map<std::string, slice::RowSet> claimed;  // by text, over the judged split's places
  std::vector<slice::NamedSlice> deciles;        // what worst_decile chooses from, each of at least a tenth of the cases
  slice::RowSet searched;                        // the half that may choose
};

// Writes the members of the slices that claims name; nothing when none does. worst_decile chooses among the declared
// slices, or without any among the parts of single columns.
// Errors   kBadReference for a column that isn't there, with the claim; kUnwritable.
Result<void> WriteSliceMembers(const spec::Spec& spec, const OpenedData& data, const std::string& run_directory);

// Errors   kNotFound, kSyntax, kBadRecord.
Result<SliceMembers> ReadSliceMembers(const std::string& run_directory);

struct InSlice {
  Measurement measured;
  std::string which;  // "slice 'age >= 70' (120 cases)"; of the worst tenth what it was chosen from
};

// The claim's metric on the cases of its slice. worst_decile takes, of the slices that hold a tenth of the cases, the one
// with the highest error rate in one half, and measures in the other: the choice flatters nothing.
// Errors   kNotMeasured with the reason: no members on record, no case left, a metric that compares with a baseline.
Result<InSlice> MeasureInSlice(const Evaluation& evaluation, const spec::Claim& claim, const QualityResult& quality,
                               double interval_level);

}  // namespace assay::run
