// SPDX-License-Identifier: Apache-2.0
// What LoadGen itself would print of a run: its summary values and the word after "Result is".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "record/run_record.h"
#include "spec/scenario.h"

namespace assay::verdict {

struct MlperfSettings {
  double percentile = 0.99;  // target latency percentile: SingleStream 0.90, the others 0.99
  std::optional<std::int64_t> target_latency_ns;  // Server must have it
  std::int64_t min_duration_ns = 0;
  std::uint64_t min_query_count = 0;
  std::uint64_t min_sample_count = 0;
};

struct MlperfResult {
  bool min_duration_met = false, min_queries_met = false, perf_constraints_met = false, early_stopping_met = false;
  std::uint64_t samples = 0, queries = 0;
  std::vector<std::pair<double, std::int64_t>> percentile_ns;  // .50 .90 .95 .97 .99 .999, then the target; ascending
  std::int64_t mean_ns = 0, min_ns = 0, max_ns = 0;  // of sample latencies; MultiStream's percentiles are of queries
  std::int64_t final_scheduled_ns = 0, final_issued_ns = 0, final_done_ns = 0;  // of the last issued query
  std::optional<std::uint64_t> overlatency;  // Server: latencies above the target
  std::string metric;                        // "Completed samples per second", …
  std::optional<double> value;               // its value, ns or per second; empty where LoadGen divides by zero
  std::optional<double> scheduled_qps;       // Server
  std::optional<double> qps_with_overhead, qps_without_overhead;  // SingleStream
  std::optional<std::int64_t> early_stopping_ns, early_stopping_p99_ns;  // SingleStream, MultiStream: the estimates
  std::optional<std::uint64_t> queries_more;  // that early stopping asks for

  bool Valid() const { return min_duration_met && min_queries_met && perf_constraints_met && early_stopping_met; }
  // What isn't met, in words; empty when valid.
  std::string Reason() const;
};

// Errors of the SUT are ordinary completions here, as for LoadGen, which knows none.
// Errors   kUnsupported for own traffic, the older MultiStream, and Server without a target latency; kEmpty without a
//          query; kRunInvalid when a sample has no answer, where LoadGen would wait for ever.
// Threads  safe: pure.
// Source   MLPerf LoadGen 6.0.17 by observed behaviour: result numbers, validity, early stopping.
Result<MlperfResult> SummarizeMlperf(const record::RunRecord& run, const spec::Scenario& scenario,
                                     const MlperfSettings& settings);

// The duration that LoadGen holds against min_duration: Offline the longest latency, Server the last due time, the
// closed loops the last issue time.
// Range    the run has at least one query.
std::int64_t MlperfDurationNs(const record::RunRecord& run, const spec::Scenario& scenario);

}  // namespace assay::verdict
