// SPDX-License-Identifier: Apache-2.0
// The trace of a test, written after each series from its columns: while it is measured, tracing costs a clock reading
// for each call, and no text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/clock.h"
#include "load/schedule.h"
#include "loadgen/answers.h"
#include "loadgen/log_files.h"
#include "loadgen/series_run.h"
#include "record/mlperf_log.h"

namespace assay::loadgen {

// Threads  one.
class TraceLog {
 public:
  // Not `enabled`, it writes nothing: the file stays empty, as the official program leaves it.
  TraceLog(LogFiles& files, Clock& clock, bool enabled);

  // A stretch of the test's own thread.
  void Scope(std::string_view name, std::int64_t begin_ns, std::int64_t end_ns);
  // With an argument: a count or a text.
  void Scope(std::string_view name, std::int64_t begin_ns, std::int64_t end_ns, std::string_view key,
             const record::MlperfValue& value);
  bool enabled() const { return enabled_; }
  void Series(const load::Schedule& schedule, const SeriesOutcome& outcome, const Answers& answers,
              record::MlperfScenario scenario, std::uint64_t first_sequence);
  void Finish();

 private:
  class SeriesLines;
  void WritePiece(std::size_t at_least);

  LogFiles& files_;
  const bool enabled_;
  const std::int64_t opened_ns_;       // by the clock
  const std::int64_t opened_wall_ns_;  // since the Unix epoch
  const std::uint64_t pid_, tid_;
  std::string text_;
};

}  // namespace assay::loadgen
