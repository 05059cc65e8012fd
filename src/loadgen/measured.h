// SPDX-License-Identifier: Apache-2.0
// From the columns of a finished performance series to what LoadGen measures: latencies, token times, final times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/result.h"
#include "loadgen/answers.h"
#include "loadgen/run_settings.h"
#include "loadgen/series_run.h"
#include "record/mlperf_log.h"
#include "stats/rank_select.h"

namespace assay::loadgen {

struct Measured {
  std::uint64_t queries = 0, samples = 0, answered_samples = 0;  // issued, and answered
  std::uint64_t token_count = 0;
  std::uint64_t no_tokens = 0, negative_tokens = 0, one_token = 0, no_first_token = 0;  // samples with that fault
  double final_scheduled_s = 0, final_issued_s = 0, final_done_s = 0;
  double max_latency_s = 0;  // Offline, whose rate it gives
};

// The columns of a finished series, read in blocks: nothing is held beside them.
// Threads  safe: pure. All that it is made from outlives it and what it returns.
// Source   MLPerf LoadGen 6.0.17 by observed behaviour: latency counts from the scheduled time in all scenarios.
class SeriesColumns {
 public:
  SeriesColumns(const load::Schedule& schedule, const SeriesOutcome& outcome, const Answers& answers,
                record::MlperfScenario scenario);

  Measured Measure() const;
  stats::Int64Blocks LatencyNs() const;       // of answered samples
  stats::Int64Blocks QueryLatencyNs() const;  // of queries that are answered in full
  stats::Int64Blocks FirstTokenNs() const;    // of answered samples that have both times
  stats::Int64Blocks PerTokenNs() const;      // the same

  // In order of issue: per sample, -1 = not answered; per query.
  std::vector<std::int64_t> LatencyList() const;
  std::vector<std::int64_t> IssueDelayList() const;

 private:
  struct Sample {
    std::uint64_t slot;
    std::int64_t due_ns, done_ns;  // done_ns: Answers::kNone without an answer
  };
  template <class Take>
  void EachQuery(const Take& take) const;
  template <record::MlperfScenario kScenario, class Take>
  void EachQueryOf(const Take& take) const;
  template <class Value>
  stats::Int64Blocks Blocks(Value value) const;
  template <class DueNs>
  stats::Int64Blocks Latencies(DueNs due_ns) const;
  void MeasureTokens(Measured& measured) const;
  void MeasureFinal(Measured& measured) const;
  void Release(std::uint64_t first_query, std::uint64_t queries) const;

  const load::Schedule& schedule_;
  const SeriesOutcome& outcome_;
  const Answers& answers_;
  const record::MlperfScenario scenario_;
};

// The summary of what was measured. Without an answer there is none.
// Errors   kEmpty when nothing was answered; kOutOfRange for a target percentile outside (0, 1).
Result<record::MlperfSummary> SummaryOf(const SeriesColumns& columns, const Measured& measured,
                                        const record::MlperfEffective& settings, const std::string& sut_name);

}  // namespace assay::loadgen
