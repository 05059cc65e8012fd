// SPDX-License-Identifier: Apache-2.0
// The verdict on one load run: can it be trusted, and does it meet the bounds of its traffic entry?
#pragma once

#include <cstdint>
#include <optional>

#include "record/run_record.h"
#include "spec/spec.h"
#include "verdict/verdict.h"

namespace assay::verdict {

// What neither the record's columns nor the traffic entry says: the plan's effective numbers and the machine.
struct RunFacts {
  std::uint64_t planned_queries = 0;   // 0 = open ended: closed loops end by duration and count
  std::uint64_t min_query_count = 0;   // effective, as LoadGen derives it
  std::uint64_t min_sample_count = 0;
  std::int64_t min_duration_ns = 0;
  bool cores_shared = false;           // the generator may run on a core that the system under test may use
  bool accuracy = false;               // a run that asks every case once: no duration, rate or latency is judged
  std::optional<double> max_errors;    // share of samples, from serving.sla
  double level = 0.95;
};

// The limit on issue lateness: the percentile kLatenessPercentile of it must not exceed a tenth of the latency bound, and
// needn't stay below 50 µs; 1 ms where there is no bound. Latency counts from the due time, so a late generator makes
// a system look slower than it is: a PASS stays true, and a FAIL may be the generator's.
inline constexpr double kLatenessPercentile = 0.99;
inline constexpr double kLatenessShareOfBound = 0.1;
inline constexpr std::int64_t kLatenessFloorNs = 50'000;
inline constexpr std::int64_t kLatenessWithoutBoundNs = 1'000'000;
// Where shared cores are declared, the generator is known to wait for the system: lateness up to this many times the
// limit is noted, not INVALID.
inline constexpr std::int64_t kDeclaredSharingFactor = 10;

std::int64_t LatenessLimitNs(const spec::Traffic& traffic);

// Constraints, in this order where they apply: duration, queries, generator, answers, latency_p…, error_rate. The first
// four decide VALID; an INVALID run leaves the others NOT MEASURED, with what they would have measured.
// Range    any record, also an interrupted one; lengths of the columns as RunRecord says.
// Errors   none: what can't be computed is NOT MEASURED with the reason.
// Threads  safe: pure.
// Source   MLPerf Inference rules and LoadGen 6.0.17 for duration, queries and mlperf_validity; the rest as defined here.
RunVerdict JudgeRun(const record::RunRecord& run, const spec::Traffic& traffic, const RunFacts& facts);

}  // namespace assay::verdict
