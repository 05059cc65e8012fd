// SPDX-License-Identifier: Apache-2.0
// What the four log files of a LoadGen run say, as plain values. Their forms are mlperf_log_summary, _detail, _accuracy
// and _trace; where the values come from is verdict/mlperf_summary.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay::record {

// Numbers as the API has them.
enum class MlperfScenario : std::uint8_t { kSingleStream = 0, kMultiStream = 1, kServer = 2, kOffline = 3 };
enum class MlperfMode : std::uint8_t { kSubmissionRun = 0, kAccuracyOnly = 1, kPerformanceOnly = 2, kFindPeak = 3 };

// "SingleStream" …; "SubmissionRun", "AccuracyOnly", "PerformanceOnly", "FindPeakPerformance".
std::string_view NameOf(MlperfScenario scenario);
std::string_view NameOf(MlperfMode mode);
std::optional<MlperfScenario> ParseMlperfScenario(std::string_view name);
std::optional<MlperfMode> ParseMlperfMode(std::string_view name);

// A piece of a line of a log without the blanks, tabs and carriage returns round it.
std::string_view Trimmed(std::string_view text);

// What LoadGen makes of its settings: the summary's "Test Parameters Used", the detail log's effective_* keys.
struct MlperfEffective {
  MlperfScenario scenario = MlperfScenario::kSingleStream;
  MlperfMode mode = MlperfMode::kPerformanceOnly;
  std::uint64_t samples_per_query = 1;
  double target_qps = 1;
  std::uint64_t target_latency_ns = 0;  // Server; 0 otherwise
  double target_latency_percentile = 0.99;
  std::uint64_t max_async_queries = 1;
  std::uint64_t target_duration_ms = 0;  // of the issue loop: 0 for Offline
  std::uint64_t min_duration_ms = 0;
  std::uint64_t max_duration_ms = 0;
  std::uint64_t min_query_count = 0;
  std::uint64_t max_query_count = 0;
  std::uint64_t min_sample_count = 0;
  std::uint64_t qsl_rng_seed = 0;
  std::uint64_t sample_index_rng_seed = 0;
  std::uint64_t schedule_rng_seed = 0;
  std::uint64_t accuracy_log_rng_seed = 0;
  double accuracy_log_probability = 0;
  std::uint64_t accuracy_log_sampling_target = 0;
  bool print_timestamps = false;
  bool performance_issue_unique = false;
  bool performance_issue_same = false;
  std::uint64_t performance_issue_same_index = 0;
  std::uint64_t performance_sample_count = 0;
  std::uint64_t accuracy_sample_count = 0;
  bool sample_concatenate_permutation = false;
  bool use_token_latencies = false;
  std::uint64_t ttft_latency_ns = 100'000'000;
  std::uint64_t tpot_latency_ns = 100'000'000;
  bool infer_token_latencies = false;
  std::uint64_t token_latency_scaling_factor = 0;
};

// The percentiles that every list has, in the logs' order.
inline constexpr std::array<double, 6> kMlperfPercentiles = {0.50, 0.90, 0.95, 0.97, 0.99, 0.999};

// A list of times. Each percentile p is the element at index trunc(n * p) of the sorted list.
struct MlperfTail {
  std::int64_t min_ns = 0, max_ns = 0;
  std::int64_t mean_ns = 0;  // the sum divided as unsigned, as LoadGen does
  std::array<std::int64_t, 6> percentile_ns = {};
  std::int64_t target_ns = 0;  // at the target percentile
};

// Result of a performance run. A time in seconds that LoadGen keeps as a double is one here.
struct MlperfSummary {
  std::string sut_name;
  MlperfEffective settings;
  bool min_duration_met = false, min_queries_met = false, perf_constraints_met = false, early_stopping_met = false;
  std::uint64_t queries = 0, samples = 0;
  std::uint64_t overlatency = 0;  // Server: latencies above the target
  double final_scheduled_s = 0, final_issued_s = 0, final_done_s = 0;  // of the last issued query
  double max_latency_s = 0;
  MlperfTail latency;                       // of samples
  std::optional<MlperfTail> query_latency;  // MultiStream
  std::optional<MlperfTail> first_token;    // with token latencies, but not Offline
  std::optional<MlperfTail> per_token;
  std::uint64_t token_count = 0;
  std::string early_stopping;       // the text; lines as in the summary, no newline at the end
  std::string early_stopping_ttft;  // with token latencies, instead of early_stopping
  std::string early_stopping_tpot;
  std::int64_t early_stopping_ss_ns = 0;  // SingleStream: estimate at its percentile; 0 = none
  std::int64_t early_stopping_ms_ns = 0;  // SingleStream at 0.99, MultiStream at its percentile; 0 = none

  bool Valid() const { return min_duration_met && min_queries_met && perf_constraints_met && early_stopping_met; }
};

// Counts of what was logged; the summary ends with them.
struct MlperfMessageCounts {
  std::uint64_t warnings = 0, errors = 0;
};

// A JSON value as the detail log has them. A map keeps its order.
using MlperfMap = std::vector<std::pair<std::string, std::string>>;
using MlperfValue =
    std::variant<bool, std::int64_t, std::uint64_t, double, std::string, std::vector<std::uint64_t>, MlperfMap>;

// One line of the detail log.
struct MlperfLine {
  std::string key;
  MlperfValue value;
  std::int64_t time_ns = 0;  // since the log was opened
  bool is_error = false, is_warning = false;
  std::string file = {};  // where in the program; for people
  std::int64_t line = 0;
  std::uint64_t pid = 0, tid = 0;
};

// One answer of the accuracy log. Bytes are as the SUT gave them; the file has them in hexadecimal.
struct MlperfAnswer {
  std::uint64_t sequence = 0;      // over all samples generated in the test
  std::uint64_t sample_index = 0;  // of the QSL
  std::vector<std::byte> data;
  std::optional<std::vector<std::byte>> token_data;  // first token; not Offline
  std::optional<std::int64_t> token_count;
};

// One event of the trace.
struct MlperfTraceEvent {
  enum class Phase : std::uint8_t { kComplete, kBegin, kEnd, kCounter, kInstant };  // X b e C n
  Phase phase = Phase::kComplete;
  std::string name;      // "IssueQuery", "Sample", "Latency", …
  std::uint64_t pid = 0, tid = 0;
  std::uint64_t id = 0;  // b, e, n: the sample's sequence number
  std::int64_t start_ns = 0;     // since the trace was opened
  std::int64_t duration_ns = 0;  // X only
  std::vector<std::pair<std::string, MlperfValue>> arguments;
};

}  // namespace assay::record
