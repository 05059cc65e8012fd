// SPDX-License-Identifier: Apache-2.0
// mlperf_log_detail.txt: one line a fact, ":::MLLOG" and a JSON object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "record/mlperf_log.h"

namespace assay::record {

// Keys with values, in the order in which they are logged.
using MlperfEntries = std::vector<std::pair<std::string, MlperfValue>>;

// The value alone, as it stands in a line: doubles with six digits, what isn't finite as null.
void AppendMlperfValue(std::string& out, const MlperfValue& value);

// The whole line with its newline; valid JSON whatever the strings hold. Returns the value's text within `out`.
// Threads  safe, as all here: pure.
std::string_view AppendMlperfLine(std::string& out, const MlperfLine& line);

// What is known of the program and the test before its settings are read.
struct MlperfOpening {
  std::string version;  // "6.0.17 @ <revision>"
  std::string build_date_local, build_date_utc, commit_date, log_message, status_message;
  MlperfMap file_sha1;
  std::string test_datetime;  // "2026-11-29T16:53:26Z", of the local clock
  std::string sut_name;
  std::int64_t get_sut_name_duration_ns = 0;
  std::string qsl_name;
  std::uint64_t qsl_total_count = 0, qsl_performance_count = 0;
};
MlperfEntries OpeningEntries(MlperfOpening opening);

// effective_scenario … effective_sample_concatenate_permutation.
MlperfEntries EffectiveEntries(const MlperfEffective& settings);

// result_validity … num_errors, of a performance run.
MlperfEntries ResultEntries(const MlperfSummary& summary, std::uint64_t errors);

// A detail log read back.
struct MlperfDetail {
  std::vector<MlperfLine> lines;
  std::vector<int> line_numbers;  // in the file, one a line
  Errors damage;                  // lines that can't be read, each with file:line; the last one may be cut off

  // The last value under `key`, which is the one that counts; null when there is none.
  const MlperfValue* Find(std::string_view key) const;
  std::optional<std::string_view> FindText(std::string_view key) const;
  std::optional<double> FindNumber(std::string_view key) const;  // any number; a bool is none
  std::optional<std::uint64_t> FindCount(std::string_view key) const;  // a whole number >= 0
  std::optional<bool> FindBool(std::string_view key) const;
};

// Shape    any bytes. Takes what the official program writes although it isn't JSON: strings with bare quotes, nan, inf
//          (read as a double that isn't finite). Lines without the prefix are counted as damage, empty ones aren't.
// Errors   kEmpty; kSyntax when no line can be read. A line that can't be is in `damage`, the others are there.
// Threads  safe: pure.
Result<MlperfDetail> ReadMlperfDetail(std::string_view text, std::string_view file);

}  // namespace assay::record
