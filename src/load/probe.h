// SPDX-License-Identifier: Apache-2.0
// A short look at a system before it is measured: how long one query takes, how many samples a second it does at once.
//
// MLPerf plans are sized before the run by an expected latency or rate; a guess that is off makes the first run too
// short. The probe's numbers size plans and show that the system answers; they are no measurement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/clock.h"
#include "assay/executor.h"
#include "assay/result.h"
#include "load/load_run.h"

namespace assay::load {

struct ProbePlan {
  std::vector<std::uint64_t> indices;      // dataset samples to ask for, round and round
  std::uint64_t samples_per_query = 1;     // of the queries that go one at a time
  std::uint64_t queries = 8;               // one at a time; the first warms up
  std::uint64_t most_at_once = 4096;       // samples of the largest query
  std::int64_t enough_ns = 200'000'000;    // each of the two parts ends when one run has taken this long
};

struct ProbeOutcome {
  // Least latency of a query after the first (of the only one): a plan sized by it is never too short for its duration.
  double query_latency_ns = 0;
  // Most samples a second that one large query was answered at.
  double samples_per_second = 0;
  std::uint64_t answered = 0;              // samples, of both parts
  std::uint64_t errors = 0;                // of them
  // The very first sample's answer.
  SampleStatus first_status = SampleStatus::kPending;
  std::int32_t first_error = 0;
  std::vector<std::byte> first_output;
};

// Bounds of what is told, so that a plan sized by it fits in memory whatever the system: below 1 us and above 10 million
// samples a second the numbers say nothing any more.
inline constexpr double kLeastProbedLatencyNs = 1e3;
inline constexpr double kMostProbedRate = 1e7;

// Range    at least 1 index, samples_per_query, queries, most_at_once >= 1, enough_ns > 0.
// Errors   kEmpty without indices; kOutOfRange; kSutFailed when the system doesn't answer or only with errors (the
//          message says which); kInterrupted; those of RunSeries.
Result<ProbeOutcome> Probe(const ProbePlan& plan, Executor& executor, Clock& clock, const LoadRunOptions& options);

}  // namespace assay::load
