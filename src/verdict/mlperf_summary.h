// SPDX-License-Identifier: Apache-2.0
// LoadGen's whole result of a performance run, token latencies and early-stopping texts included, from its columns: what
// the summary and the detail log say. (mlperf_result is the part that assay's own verdict needs.)
#pragma once

#include <cstdint>
#include <string>

#include "assay/result.h"
#include "record/mlperf_log.h"
#include "stats/rank_select.h"

namespace assay::verdict {

// What was measured. Columns are read block by block, so that they may lie in a file.
struct MlperfMeasured {
  std::string sut_name;
  std::uint64_t queries = 0;
  stats::Int64Blocks latency_ns;        // per issued sample: completion - scheduled time
  stats::Int64Blocks query_latency_ns;  // MultiStream, per query: last completion - scheduled time
  stats::Int64Blocks first_token_ns;    // with token latencies, not Offline: first token - scheduled time
  stats::Int64Blocks per_token_ns;      // the same: (latency - first token) / (tokens - 1)
  std::uint64_t token_count = 0;
  double final_scheduled_s = 0, final_issued_s = 0, final_done_s = 0;  // of the last issued query, from the start
  double max_latency_s = 0;
};

// Errors   kEmpty without a sample (or, where they count, a query or a token time); kOutOfRange for a target percentile
//          outside (0, 0.9999999].
// Threads  safe when the columns are.
// Source   MLPerf LoadGen 6.0.17 by observed behaviour: result numbers, validity, early stopping.
Result<record::MlperfSummary> SummarizeLatencies(const MlperfMeasured& measured,
                                                 const record::MlperfEffective& settings);

}  // namespace assay::verdict
