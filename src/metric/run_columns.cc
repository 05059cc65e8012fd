// SPDX-License-Identifier: Apache-2.0
#include "metric/run_columns.h"

#include <algorithm>

namespace assay::metric {

RunColumns::RunColumns(const record::RunRecord& run) {
  const std::uint64_t per_query = std::max<std::uint64_t>(run.samples_per_query, 1);
  for (std::size_t query = 0; query < run.queries(); ++query) {
    if (run.issued_ns[query] < 0) continue;  // planned, never issued
    lateness_ns_.push_back(run.issued_ns[query] - run.due_ns[query]);
    counts_.queries_issued += 1;
    counts_.last_due_ns = std::max(counts_.last_due_ns, run.due_ns[query]);
    counts_.last_issued_ns = std::max(counts_.last_issued_ns, run.issued_ns[query]);

    bool complete = true;
    std::int64_t last_done = 0;
    const std::size_t first = query * per_query;
    const std::size_t end = std::min<std::size_t>(first + per_query, run.samples());
    for (std::size_t sample = first; sample < end; ++sample) {
      counts_.samples_issued += 1;
      counts_.last_done_ns = std::max(counts_.last_done_ns, run.done_ns[sample]);
      last_done = std::max(last_done, run.done_ns[sample]);
      switch (run.status[sample]) {
        case SampleStatus::kOk:
          counts_.samples_ok += 1;
          latency_ns_.push_back(run.done_ns[sample] - run.due_ns[query]);
          if (sample < run.first_token_ns.size() && run.first_token_ns[sample] >= 0) {
            first_token_ns_.push_back(run.first_token_ns[sample] - run.due_ns[query]);
          }
          if (sample < run.tokens.size()) tokens_.push_back(run.tokens[sample]);
          continue;
        case SampleStatus::kError:
          counts_.samples_error += 1;
          break;
        case SampleStatus::kPending:
        case SampleStatus::kCancelled:
        case SampleStatus::kLost:
          counts_.samples_lost += 1;
          break;
      }
      complete = false;
    }
    if (complete && end > first) query_latency_ns_.push_back(last_done - run.due_ns[query]);
  }
}

PerformanceColumns RunColumns::Get() const {
  PerformanceColumns columns = counts_;
  columns.latency_ns = latency_ns_;
  columns.query_latency_ns = query_latency_ns_;
  columns.first_token_ns = first_token_ns_;
  columns.tokens = tokens_;
  columns.lateness_ns = lateness_ns_;
  return columns;
}

}  // namespace assay::metric
