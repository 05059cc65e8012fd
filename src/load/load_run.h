// SPDX-License-Identifier: Apache-2.0
// One load run: issues a series' schedule to an executor, tracks the answers, writes the record.
//
// The issuing thread waits to each due time and calls the executor; answers arrive on any thread and cost a clock read
// and a few stores; a recorder thread moves finished columns to the record and watches for a stuck call. Latency counts
// from the due time. Nothing on the issue and completion path allocates, locks, throws or formats.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "assay/clock.h"
#include "assay/executor.h"
#include "assay/result.h"
#include "load/plan.h"
#include "record/record_writer.h"
#include "record/run_record.h"

namespace assay::load {

// For a progress line; read by another thread at its own pace.
struct Progress {
  std::atomic<std::uint64_t> issued{0};     // queries
  std::atomic<std::uint64_t> completed{0};  // samples
  std::uint64_t planned = 0;                // queries
};

struct LoadRunOptions {
  std::int64_t lost_after_ns = 10'000'000'000;  // after the last issue and the last answer
  bool keep_outputs = true;
  std::int64_t record_interval_ns = 250'000'000;  // how often finished columns are appended
  const std::atomic<bool>* interrupted = nullptr; // set by a signal handler: stop issuing, close, kInterrupted
  Progress* progress = nullptr;
  // Called once by the watchdog after it has closed the record because a call into the executor didn't return within
  // lost_after_ns. The process can't go on with that thread: the command line exits with 5 here. May be empty in tests
  // (the run then waits for the call).
  std::function<void(const record::RunRecord&)> on_stuck = {};
};

// Runs `series` to its end: all samples answered, lost, or the run stopped. Loads and unloads the samples.
// `writer` may be null (probes, find-peak trials); its header's output_bytes is the executor's, or 0 without keep_outputs.
// Returns the record as it was written.
// Errors   kSutFailed when the executor refuses LoadSamples or Start; kUnwritable when the record can't be appended (the
//          run stops then). Whatever the SUT does with queries is data in the record.
// Threads  one run per executor at a time; runs with different executors may run side by side.
Result<record::RunRecord> RunSeries(const Series& series, Executor& executor, Clock& clock,
                                    std::unique_ptr<record::RecordWriter> writer, const std::string& header_json,
                                    const LoadRunOptions& options);

}  // namespace assay::load
