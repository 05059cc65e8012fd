// SPDX-License-Identifier: Apache-2.0
// The issuing thread's work: wait for each query's release, call the executor, flush, wait for the answers.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "assay/clock.h"
#include "assay/executor.h"
#include "load/issue_log.h"
#include "load/load_run.h"
#include "load/plan.h"
#include "load/tracker.h"
#include "record/run_record.h"

namespace assay::load {

// How issuing and draining ended.
struct Ending {
  record::EndState state = record::EndState::kComplete;
  std::string reason = {};
  std::vector<std::string> notes = {};
  std::int64_t end_ns = 0;              // run time
  std::uint64_t skipped_intervals = 0;
  std::vector<std::uint64_t> closed = {};    // slots that were never answered, ascending
  bool taken_over = false;              // by the watchdog: it has closed the record
};

// What one run's threads share.
struct RunState {
  const Series& series;
  Executor& executor;
  Clock& clock;
  const LoadRunOptions& options;
  std::int64_t start_ns;
  Tracker& tracker;
  IssueLog& log;
  std::vector<QuerySample>& samples;     // all that the schedule issues, ids set
  ExecutorCall call{};                     // the issuing thread's call into the executor
  std::atomic<bool> stop{false};         // the recorder can't write: stop
  bool executor_stopped = false;
};

// Runs the series' schedule to its end. `after_issue` is called with the run time after each query and costs the
// issuing thread its time; empty under a real clock.
// Source   rules of release and stop: MLPerf LoadGen 6.0.17 by observed behaviour; the older MultiStream: MLPerf
//          Inference v0.5 to v1.0, fixed interval, where a late query skips intervals.
Ending IssueSeries(RunState& run, const std::function<void(std::int64_t)>& after_issue);

}  // namespace assay::load
