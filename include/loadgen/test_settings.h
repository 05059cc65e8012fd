// SPDX-License-Identifier: Apache-2.0
// What a test is asked to do and where it writes, with the names, types, order and defaults of MLPerf LoadGen 6.0.17.
// C++14.
#pragma once

#include <cstdint>
#include <string>

#if defined(__GNUC__)
#define MLPERF_LOADGEN_API __attribute__((visibility("default")))
#else
#define MLPERF_LOADGEN_API
#endif

namespace mlperf {

enum class TestScenario { SingleStream, MultiStream, Server, Offline };

// SubmissionRun: all accuracy sets, then the performance set. FindPeakPerformance: Server only.
enum class TestMode { SubmissionRun, AccuracyOnly, PerformanceOnly, FindPeakPerformance };

struct TestSettings {
  TestScenario scenario = TestScenario::SingleStream;
  TestMode mode = TestMode::PerformanceOnly;

  // The expected latencies and Offline's rate are hints that size the run; they aren't judged.
  double single_stream_expected_latency_ns = 1000000;
  double single_stream_target_latency_percentile = 0.90;
  double multi_stream_expected_latency_ns = 8000000;
  double multi_stream_target_latency_percentile = 0.99;
  std::uint64_t multi_stream_samples_per_query = 8;
  double server_target_qps = 1;
  std::uint64_t server_target_latency_ns = 100000000;
  double server_target_latency_percentile = 0.99;
  bool server_coalesce_queries = false;
  int server_find_peak_qps_decimals_of_precision = 1;
  double server_find_peak_qps_boundary_step_size = 1;
  std::uint64_t server_max_async_queries = 0;        // queries in flight; 0 = no limit
  std::uint64_t server_num_issue_query_threads = 0;  // registered threads; 0 = the thread that runs the test
  double offline_expected_qps = 1;

  bool sample_concatenate_permutation = false;  // equal issue: every loaded sample equally often
  std::uint64_t min_duration_ms = 10000;
  std::uint64_t max_duration_ms = 0;  // 0 = no limit
  std::uint64_t min_query_count = 100;
  std::uint64_t max_query_count = 0;  // 0 = no limit

  // Of all seeds only the low 32 bits matter.
  std::uint64_t qsl_rng_seed = 0;
  std::uint64_t sample_index_rng_seed = 0;
  std::uint64_t schedule_rng_seed = 0;
  std::uint64_t accuracy_log_rng_seed = 0;
  double accuracy_log_probability = 0.0;            // share of responses logged in performance mode
  std::uint64_t accuracy_log_sampling_target = 0;   // or their number, when above 0

  bool test05 = false;  // performance run with the seeds below
  std::uint64_t test05_qsl_rng_seed = 0;
  std::uint64_t test05_sample_index_rng_seed = 0;
  std::uint64_t test05_schedule_rng_seed = 0;

  bool print_timestamps = false;
  bool performance_issue_unique = false;
  bool performance_issue_same = false;
  std::uint64_t performance_issue_same_index = 0;  // a place in the loaded set
  std::uint64_t performance_sample_count_override = 0;  // 0 = the library's
  std::uint64_t accuracy_sample_count_override = 0;     // 0 = all

  bool use_token_latencies = false;
  std::uint64_t server_ttft_latency = 100000000;  // ns
  std::uint64_t server_tpot_latency = 100000000;  // ns
  bool infer_token_latencies = false;
  std::uint64_t token_latency_scaling_factor = 0;  // tokens per sample, for infer_token_latencies

  // Takes what a configuration file says for this model and scenario ("Server", "*", …). conf_type 0: only the
  // embedded official defaults; 1: those, then the user's file at `path`; 2: only the file.
  // Returns 0, -ENOENT when the file can't be opened, -EINVAL when it has a syntax error (nothing is taken from it then).
  // Source  MLPerf LoadGen 6.0.17; what is always right here instead: docs/loadgen-compatibility.md.
  MLPERF_LOADGEN_API int FromConfig(const std::string& path, const std::string& model, const std::string& scenario,
                                    int conf_type = 1);
};

// How log lines are passed on; one way only here, the field is taken and ignored.
enum class LoggingMode { AsyncPoll, EndOfTestOnly, Synchronous };

struct LogOutputSettings {
  std::string outdir = ".";
  std::string prefix = "mlperf_log_";
  std::string suffix = "";
  bool prefix_with_datetime = false;
  bool copy_detail_to_stdout = false;
  bool copy_summary_to_stdout = false;
};

struct LogSettings {
  LogOutputSettings log_output;
  LoggingMode log_mode = LoggingMode::AsyncPoll;
  std::uint64_t log_mode_async_poll_interval_ms = 1000;  // taken and ignored
  bool enable_trace = true;
};

}  // namespace mlperf
