// SPDX-License-Identifier: Apache-2.0
// A load run's record as the columns that performance metrics read.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/metric.h"
#include "record/run_record.h"

namespace assay::metric {

// Owns the derived columns; the record may go.
// Shape    latencies of samples with status kOk, in order of issue; a query's latency only where all its samples are ok.
// Unit     ns; latency counts from the due time.
// Threads  safe once made.
class RunColumns {
 public:
  explicit RunColumns(const record::RunRecord& run);

  // Valid as long as this object.
  PerformanceColumns Get() const;

 private:
  std::vector<std::int64_t> latency_ns_, query_latency_ns_, first_token_ns_, lateness_ns_;
  std::vector<std::uint32_t> tokens_;
  PerformanceColumns counts_;
};

}  // namespace assay::metric
