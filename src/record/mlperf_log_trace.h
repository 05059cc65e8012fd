// SPDX-License-Identifier: Apache-2.0
// mlperf_log_trace.json: what happened when, for a trace viewer (Chrome trace events). Valid JSON, unlike the official
// program's, whose texts are quoted twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "record/mlperf_log.h"

namespace assay::record {

// Times are ns since the trace was opened; the file has them as microseconds with three decimals.
// Threads  safe, as all here: no shared state.
void AppendTraceHead(std::string& out);

// Stretches of one name and thread: "IssueQuery", "SampleLoop", "GenerateQueries" …
class TraceScope {
 public:
  TraceScope(std::string_view name, std::uint64_t pid, std::uint64_t tid);
  void Append(std::string& out, std::int64_t start_ns, std::int64_t duration_ns) const;

 private:
  std::string begin_;  // of its lines
};

// A single one.
void AppendTraceScope(std::string& out, std::string_view name, std::uint64_t pid, std::uint64_t tid,
                      std::int64_t start_ns, std::int64_t duration_ns);
// The same with one argument: a count ("LoadSamples", "count", 10), or a text ("LogDetail", "key", "sut_name").
void AppendTraceScope(std::string& out, std::string_view name, std::uint64_t pid, std::uint64_t tid,
                      std::int64_t start_ns, std::int64_t duration_ns, std::string_view key,
                      const MlperfValue& value);

// A sample from its scheduled time to its answer: a begin and an end event. `name` is "Sample", or "Token" for its first
// token.
struct TraceSample {
  std::uint64_t sequence = 0, query = 0, index = 0;
  std::int64_t scheduled_ns = 0;
  std::int64_t issue_ns = 0;  // after scheduled_ns
  std::int64_t done_ns = 0;   // after scheduled_ns
};
void AppendTraceSample(std::string& out, std::string_view name, std::uint64_t pid, const TraceSample& sample);

// Server: the delay of an issue and the latency from there, as a counter: "Latency" or "Token_Latency".
void AppendTraceCounter(std::string& out, std::string_view name, std::uint64_t pid, std::int64_t at_ns,
                        std::int64_t issue_delay_ns, std::int64_t issue_to_done_ns);

// `opened_ns`: when the trace was opened, since the Unix epoch.
void AppendTraceFoot(std::string& out, std::int64_t opened_ns);

// How reading a trace ended.
struct MlperfTraceRead {
  std::int64_t opened_ns = 0;  // 0 when the file is cut off before it
  Errors damage;               // lines that can't be read, each with file:line; of many the first 100
};

// Takes the file in pieces of any size; call Add for each and then End. Holds one line.
// Shape    any bytes; one event a line, as both programs write them, the official one's double quotes included.
// Threads  one reader belongs to one thread.
class MlperfTraceReader {
 public:
  // `take` gets each event in order of the file.
  MlperfTraceReader(std::string file, std::function<void(MlperfTraceEvent&&)> take);

  void Add(std::string_view piece);
  // Errors   kEmpty (a run without trace leaves an empty file); kSyntax when it doesn't start as a trace.
  Result<MlperfTraceRead> End();

 private:
  static constexpr std::size_t kMostDamage = 100;
  static constexpr std::size_t kMostLine = std::size_t{1} << 20;
  void Line(std::string_view line);
  void Damage(std::string what, std::string_view line);

  std::string file_;
  std::function<void(MlperfTraceEvent&&)> take_;
  std::string unfinished_;  // a line so far
  int number_ = 0;          // of lines read
  bool any_ = false, started_ = false, ended_ = false;
  MlperfTraceRead read_;
};

// A whole file in bounded memory.
// Errors   as MlperfTraceReader::End, and those of reading files.
Result<MlperfTraceRead> ReadMlperfTraceFile(const std::string& path, std::function<void(MlperfTraceEvent&&)> take);

// A trace read back: its events, and what can't be read.
struct MlperfTrace {
  std::vector<MlperfTraceEvent> events;
  std::int64_t opened_ns = 0;  // 0 when the file is cut off before it
  Errors damage;
};

// Errors   as MlperfTraceReader::End.
Result<MlperfTrace> ReadMlperfTrace(std::string_view text, std::string_view file);

}  // namespace assay::record
