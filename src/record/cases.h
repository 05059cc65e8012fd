// SPDX-License-Identifier: Apache-2.0
// cases.jsonl: a line each of what was asked, what was answered, whether it was right and in time
// (docs/formats/cases.md). What error analysis, "slow x wrong" and paired comparison read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/query.h"
#include "assay/result.h"

namespace assay::record {

// Empty = not known; never a stand-in value.
struct CaseLine {
  std::uint64_t sample = 0;              // number in order of issue, as in the record
  std::string id = {};                        // the dataset's id of the case
  std::uint64_t index = 0;               // the case's place in the dataset, 0-based
  std::optional<std::string> label = {};      // text of the right class
  std::optional<std::string> predicted = {};  // text of the class that was answered
  std::optional<double> score = {};           // of the positive class; finite
  std::optional<bool> correct = {};
  SampleStatus status = SampleStatus::kOk;
  std::optional<std::int64_t> latency_ns = {};  // done - due; empty without an answer
  std::optional<bool> slow = {};                // latency above the traffic's bound; empty without a bound or an answer
};

// "ok", "error", "cancelled", "lost", "pending".
std::string_view StatusName(SampleStatus status);

// One line with its line break.
std::string CaseToJson(const CaseLine& line);

// Errors   kUnwritable; the old file stays then.
Result<void> WriteCases(const std::string& path, std::span<const CaseLine> lines);

// Errors   all of the file's, up to 20: kNotFound, kEmpty, and per line kSyntax, kMissingKey, kWrongType, kUnknownName.
Results<std::vector<CaseLine>> ReadCases(const std::string& path);

}  // namespace assay::record
