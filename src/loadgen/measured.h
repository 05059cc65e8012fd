// SPDX-License-Identifier: Apache-2.0
// From the columns of a finished performance series to what LoadGen measures: latencies, token times, final times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "loadgen/answers.h"
#include "loadgen/run_settings.h"
#include "loadgen/series_run.h"
#include "record/mlperf_log.h"

namespace assay::loadgen {

struct Measured {
  std::vector<std::int64_t> latency_ns;        // per issued sample in order of issue; -1 = not answered
  std::vector<std::int64_t> query_latency_ns;  // MultiStream: of queries that are answered in full
  std::vector<std::int64_t> issue_delay_ns;    // per issued query
  std::vector<std::int64_t> first_token_ns, per_token_ns;  // of answered samples that have both times
  std::uint64_t token_count = 0;
  std::uint64_t no_tokens = 0, negative_tokens = 0, one_token = 0, no_first_token = 0;  // samples with that fault
  double final_scheduled_s = 0, final_issued_s = 0, final_done_s = 0, max_latency_s = 0;
  std::uint64_t queries = 0, answered_samples = 0;
};

// Source   MLPerf LoadGen 6.0.17 by observed behaviour: latency counts from the scheduled time in all scenarios.
Measured Measure(const load::Schedule& schedule, const SeriesOutcome& outcome, const Answers& answers,
                 record::MlperfScenario scenario);

// The summary of what was measured. Without an answer there is none.
// Errors   kEmpty when nothing was answered; kOutOfRange for a target percentile outside (0, 1).
Result<record::MlperfSummary> SummaryOf(const Measured& measured, const record::MlperfEffective& settings,
                                        const std::string& sut_name);

}  // namespace assay::loadgen
