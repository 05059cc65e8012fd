// SPDX-License-Identifier: Apache-2.0
// mlperf_log_summary.txt: what a run's result says to people, word for word as submission tools read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "record/mlperf_log.h"

namespace assay::record {

// The three sections of one performance result, to be followed by FormatMlperfCounts.
// Threads  safe: pure.
// Source   MLPerf LoadGen 6.0.17 by observed output; checkers grep these lines.
std::string FormatMlperfSummary(const MlperfSummary& summary);

// What LoadGen advises when a run is INVALID, a sentence each; early stopping has none.
std::vector<std::string> MlperfAdvice(const MlperfSummary& run);

// "No warnings encountered during test." and what follows; alone it is the whole summary of an accuracy run.
std::string FormatMlperfCounts(const MlperfMessageCounts& counts);

// A line "name : value" of a summary, as it stands.
struct MlperfField {
  std::string name, value;
  int line = 0;
};

// A summary read back: the fields of its sections in order, and the counts.
struct MlperfSummaryText {
  std::vector<MlperfField> result;      // "SUT name", "Scenario", …, "Result is", "  Min duration satisfied" trimmed
  std::vector<MlperfField> additional;  // "Min latency (ns)", …
  std::vector<MlperfField> parameters;  // "samples_per_query", …
  std::vector<std::string> recommendations;  // lines after "Recommendations:" and under "Early Stopping Result:"
  MlperfMessageCounts counts;

  // Empty when there is no such field; the first when there are several (one a trial).
  std::string_view Find(std::string_view name) const;
};

// Shape    any bytes; lines end in LF or CRLF; an accuracy run's summary has counts only.
// Errors   kEmpty; kSyntax for a file that neither holds a section nor the counts, and for one that ends before its
//          counts (the run was cut off), naming file:line.
// Threads  safe: pure.
Result<MlperfSummaryText> ReadMlperfSummary(std::string_view text, std::string_view file);

}  // namespace assay::record
