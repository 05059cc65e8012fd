// SPDX-License-Identifier: Apache-2.0
// What a test says while it runs: lines of the detail log, written as they come and kept as values for the result.
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
#include "record/mlperf_log.h"
#include "record/mlperf_log_detail.h"

namespace assay::loadgen {

// Threads  one at a time.
class TestLog {
 public:
  enum class Kind : std::uint8_t { kFact, kWarning, kError };

  // Lines count their time from here. Values and diagnostics go to `result`. All outlive the object.
  TestLog(LogFiles& files, TestResult& result, Clock& clock);

  void Line(std::string_view key, record::MlperfValue value, Kind kind = Kind::kFact,
            const std::source_location& where = std::source_location::current());
  void Entries(const record::MlperfEntries& entries,
               const std::source_location& where = std::source_location::current());
  void Message(const SettingsMessage& message, const std::source_location& where = std::source_location::current());
  // Only for the result, not for the logs.
  void Note(std::string text, bool is_error = false);

  const record::MlperfMessageCounts& counts() const { return counts_; }
  std::int64_t opened_ns() const { return opened_ns_; }

 private:
  LogFiles& files_;
  TestResult& result_;
  Clock& clock_;
  const std::int64_t opened_ns_;
  record::MlperfMessageCounts counts_;
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
