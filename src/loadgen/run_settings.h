// SPDX-License-Identifier: Apache-2.0
// mlperf::TestSettings in the program's own words, and back: the one place where its 42 fields are read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/result.h"
#include "load/plan.h"
#include "loadgen/test_settings.h"
#include "record/mlperf_log.h"
#include "spec/scenario.h"

namespace assay::loadgen {

// What only a Server run has beside its rate.
struct ServerRules {
  std::uint64_t target_latency_ns = 100'000'000;
  std::uint64_t ttft_latency_ns = 100'000'000;
  std::uint64_t tpot_latency_ns = 100'000'000;
  bool coalesce = false;
  std::uint64_t max_async_queries = 0;
  std::uint64_t issue_threads = 0;
  int peak_decimals = 1;
  double peak_step = 1;
};

// The same numbers as mlperf::TestSettings, grouped. All four scenarios are kept: the one that runs is `scenario`.
struct RunSettings {
  record::MlperfScenario scenario = record::MlperfScenario::kSingleStream;
  record::MlperfMode mode = record::MlperfMode::kPerformanceOnly;
  spec::SingleStream single_stream;
  spec::MultiStream multi_stream;
  spec::Server server;
  spec::Offline offline;
  double single_stream_percentile = 0.90, multi_stream_percentile = 0.99, server_percentile = 0.99;
  ServerRules server_rules;

  bool equal_issue = false, issue_unique = false, issue_same = false;
  std::uint64_t same_index = 0;
  std::uint64_t min_duration_ms = 10'000, max_duration_ms = 0, min_query_count = 100, max_query_count = 0;
  spec::Seeds seeds, test05_seeds;  // test05 has no accuracy seed of its own
  bool test05 = false;
  double accuracy_log_probability = 0;
  std::uint64_t accuracy_log_sampling_target = 0;
  bool print_timestamps = false;
  std::uint64_t performance_sample_count_override = 0, accuracy_sample_count_override = 0;
  bool use_token_latencies = false, infer_token_latencies = false;
  std::uint64_t token_scaling_factor = 0;
};

// Every field goes there and comes back.
// Threads  safe: pure, as all here.
RunSettings FromTestSettings(const mlperf::TestSettings& settings);
mlperf::TestSettings ToTestSettings(const RunSettings& settings);

// What the sample library says.
struct SampleCounts {
  std::uint64_t total = 0;
  std::uint64_t performance = 0;
};

// A line for the detail log: key, text, and whether it is an error.
struct SettingsMessage {
  std::string key;
  std::string text;
  bool is_error = true;
};

// What LoadGen makes of its settings. What it replaces by a default it says in `messages`; a rate that is 0 or infinite
// counts as a bad one too, for with it the official program never ends.
// Range    counts at least 1; a count of 0 is taken as 1 here and refused by PlanOf.
// Source   MLPerf LoadGen 6.0.17 by observed effective_* values.
record::MlperfEffective EffectiveSettings(const RunSettings& settings, const SampleCounts& counts,
                                          std::vector<SettingsMessage>& messages);

// The settings of load::PlanRun for one mode (kAccuracyOnly, kPerformanceOnly). `effective` gives rate and seeds.
// Errors   kOutOfRange for durations that 64 bits of ns don't hold.
Result<load::PlanSettings> PlanOf(const RunSettings& settings, const record::MlperfEffective& effective,
                                  const SampleCounts& counts, record::MlperfMode mode);

// What can never be VALID, said before the run: one sentence each.
std::vector<std::string> Contradictions(const RunSettings& settings, const record::MlperfEffective& effective,
                                        const SampleCounts& counts);

}  // namespace assay::loadgen
