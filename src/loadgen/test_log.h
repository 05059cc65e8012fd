// SPDX-License-Identifier: Apache-2.0
// What a test says while it runs: lines of the detail log, kept as values for the result too.
//
// Lines go to the file in pieces, so that a test of one query isn't a hundred calls into the system. Before the client's
// code is called for long, and when the test ends, Flush writes what there is: a client that crashes leaves them.
#pragma once

#include <cstdint>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "assay/clock.h"
#include "loadgen/engine.h"
#include "loadgen/log_files.h"
#include "loadgen/run_settings.h"
#include "loadgen/trace_log.h"
#include "record/mlperf_log.h"
#include "record/mlperf_log_detail.h"

namespace assay::loadgen {

// Threads  one: that of the test.
class TestLog {
 public:
  enum class Kind : std::uint8_t { kFact, kWarning, kError };

  // Lines count their time from here. Values and diagnostics go to `result`. All outlive the object.
  TestLog(LogFiles& files, TestResult& result, Clock& clock);

  void Line(std::string_view key, record::MlperfValue value, Kind kind = Kind::kFact,
            const std::source_location& where = std::source_location::current());
  void Entries(record::MlperfEntries entries,
               const std::source_location& where = std::source_location::current());
  void Message(const SettingsMessage& message, const std::source_location& where = std::source_location::current());
  // Only for the result, not for the logs.
  void Note(std::string text, bool is_error = false);

  void Flush();
  // Each line from now on is a scope of the trace as well.
  void TraceTo(TraceLog& trace) { trace_ = trace.enabled() ? &trace : nullptr; }

  const record::MlperfMessageCounts& counts() const { return counts_; }
  std::int64_t opened_ns() const { return opened_ns_; }

 private:
  LogFiles& files_;
  TestResult& result_;
  Clock& clock_;
  const std::int64_t opened_ns_;
  const std::uint64_t pid_, tid_;
  record::MlperfMessageCounts counts_;
  std::string unwritten_;  // lines
  TraceLog* trace_ = nullptr;
};

// requested_scenario … requested_server_tpot_latency: those of the scenario that runs.
// Source   MLPerf LoadGen 6.0.17 by observed lines.
record::MlperfEntries RequestedEntries(const RunSettings& settings);

// "2026-11-29T16:53:26Z", of the local clock, as LoadGen writes it.
std::string LocalDatetime();
// "11-29-2026 16:53:26.304", UTC, now.
std::string PowerTimestamp();

// What is known of this build.
record::MlperfOpening BuildFacts();

}  // namespace assay::loadgen
