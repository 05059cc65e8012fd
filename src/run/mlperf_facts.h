// SPDX-License-Identifier: Apache-2.0
// What LoadGen's logs say that isn't in a record's columns: the lines of the detail log, kept in the record's header, so
// that logs can be written from the record alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "record/mlperf_log_detail.h"
#include "run/cell_plan.h"

namespace assay::run {

struct MlperfFacts {
  record::MlperfDetail detail;       // as it stood, or as far as it is known before the run
  std::string summary = {};          // the text of a summary that came with the logs; empty = it is made from the record
  std::uint64_t first_sequence = 0;  // number of the record's first sample within the test
  std::uint64_t series = 1;          // which of the test's series the record is, from 1
};

// The member "mlperf" put into a record's header.
// Shape    `header` is one JSON object.
std::string WithMlperfFacts(std::string_view header, const MlperfFacts& facts);
// Empty when the header has none.
// Errors   kBadRecord for a header that isn't JSON or whose facts can't be read.
Result<std::optional<MlperfFacts>> FindMlperfFacts(std::string_view header, const std::string& file);

// LoadGen's own settings of a detail log: effective_*, and the token settings among requested_*.
// Errors   kMissingKey when the log has no effective_scenario.
Result<record::MlperfEffective> EffectiveOf(const record::MlperfDetail& detail, const std::string& file);

// The facts of a cell before its run.
// Errors   kUnsupported for own traffic and the older MultiStream, which LoadGen doesn't have.
Result<MlperfFacts> FactsOfCell(const spec::Traffic& traffic, const CellPlan& plan, const std::string& sut_name,
                                std::uint64_t dataset_size);

}  // namespace assay::run
