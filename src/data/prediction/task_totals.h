// SPDX-License-Identifier: Apache-2.0
// Totals per task as lm-evaluation-harness writes them: results_DATE.json.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "base/json.h"

namespace assay::data {

struct TaskTotal {
  double value = 0;
  std::optional<double> standard_error = {};  // the file may say "N/A"
};

struct TaskTotals {
  // By metric ("acc", or "acc (strict-match)" for another filter than none), then by task or group.
  std::map<std::string, std::map<std::string, TaskTotal>> totals;
  std::map<std::string, std::uint64_t> samples;             // by task
  std::map<std::string, std::vector<std::string>> members;  // of each group that has any
};

// Whether a document is such a file: results and versions.
bool IsTaskTotals(const base::JsonValue& document);

// Errors   kWrongType, kOutOfRange with the key.
// Threads  safe: no shared state.
// Source   files written by lm_eval 0.4.13: keys "METRIC,FILTER" and "METRIC_stderr,FILTER" in results and groups,
//          n-samples, group_subtasks.
Result<TaskTotals> ReadTaskTotals(const base::JsonValue& document, const std::string& file);

}  // namespace assay::data
