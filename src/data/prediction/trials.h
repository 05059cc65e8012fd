// SPDX-License-Identifier: Apache-2.0
// Problems that were tried several times, as JSON lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "base/json.h"

namespace assay::data {

struct Trials {
  std::string form;
  std::vector<std::string> ids = {};
  std::vector<std::uint64_t> tries = {}, passed = {};
  std::uint64_t unscored = 0;      // problems all of whose tries ended without a result
  std::vector<std::string> notes = {};
};

// Whether an object is a line of trials.
bool IsTrialLine(const base::JsonValue& object);

// A problem a line with its counts, {"id", "n", "c"}; or a try a line, {"id" or "task_id", "passed": true | false | null}.
// Errors   those of reading; kMissingKey, kWrongType, kDuplicateId, kOutOfRange (c > n) with the line.
// Threads  safe: no shared state.
Result<Trials> ReadTrials(std::string_view text, const std::string& file);

}  // namespace assay::data
