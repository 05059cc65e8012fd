// SPDX-License-Identifier: Apache-2.0
// amounts.json of a run directory: what each case's errors cost, where the spec prices them by a column of the data;
// written when the data is at hand so that a verdict needs the run's files alone.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/result.h"
#include "record/cases.h"
#include "run/opened_data.h"
#include "run/scored_cases.h"
#include "spec/spec.h"

namespace assay::run {

// By place in the judged split, >= 0; empty where an error has one price for all.
struct RowAmounts {
  std::vector<double> miss, alarm, review;
};

// Writes the amounts of the columns that `costs` names; nothing when it names none.
// Errors   kBadReference for a column that isn't there, by its key; kNotFinite for a case without an amount >= 0, by its
//          row; kUnwritable.
Result<void> WriteRowAmounts(const spec::Spec& spec, const OpenedData& data, const std::string& run_directory);

// None when the spec prices nothing by row.
// Errors   kNotFound, kSyntax, kBadRecord.
Result<RowAmounts> ReadRowAmounts(const spec::Spec& spec, const std::string& run_directory);

// Gives each scored case its amounts; `lines` know where it stands in the data.
// Errors   kBadRecord for a case that lies outside.
Result<void> AddAmounts(const RowAmounts& amounts, std::span<const record::CaseLine> lines, ScoredCases& cases);

}  // namespace assay::run
