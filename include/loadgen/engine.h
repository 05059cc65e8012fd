// SPDX-License-Identifier: Apache-2.0
// What the LoadGen API lacks: the verdict and the numbers in code, what was wrong in words, and several tests side by
// side in one process. C++14, the standard library only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "config.h"
#include "loadgen.h"

namespace assay {
namespace loadgen {

enum class Verdict {
  kValid,
  kInvalid,
  kNotJudged,  // accuracy only: nothing to judge
  kNotRun,     // refused before the first query, or the logs can't be written; `diagnostics` says why
};

// How issuing and waiting ended.
enum class Ending {
  kComplete,   // every issued sample was answered
  kLost,       // some weren't, and nothing came any more; they are counted in lost_samples
  kAborted,    // by AbortTest
  kStopped,    // at a maximum (query count, duration, queries in flight)
  kRanOut,     // no generated query was left before the minimum duration
  kRefused,    // no query was issued
};

// One value as the detail log has it: {"result_mean_latency_ns", "1896997"}. Not finite numbers have an empty text.
struct Value {
  std::string key;
  std::string text;
};

struct Diagnostic {
  bool is_error = false;
  std::string text;
  bool in_log = false;  // a line of the detail log says the same; what isn't there, StartTest prints to stderr
};

struct TestResult {
  Verdict verdict = Verdict::kNotRun;
  Ending ending = Ending::kRefused;
  std::string reason;  // why it isn't valid, in words; empty when it is
  bool min_duration_met = false, min_queries_met = false, perf_constraints_met = false, early_stopping_met = false;

  // The last performance series (find-peak: the one that is reported), or all accuracy series together.
  std::uint64_t issued_queries = 0;
  std::uint64_t issued_samples = 0;
  std::uint64_t completed_samples = 0;
  std::uint64_t lost_samples = 0;       // issued, never answered
  std::uint64_t doubled_responses = 0;  // for samples that had been answered
  std::uint64_t foreign_responses = 0;  // ids that were never given out, or an earlier series'
  std::uint64_t missing_first_tokens = 0;

  // Latency counts from the scheduled time. In order of issue; empty in accuracy mode.
  std::vector<std::int64_t> latency_ns;
  std::vector<std::int64_t> issue_delay_ns;  // per query: actual minus scheduled issue time
  bool generator_was_bottleneck = false;     // Server: issuing fell behind while the system took its queries at once
  double peak_qps = 0;                       // find-peak: the highest rate that met the constraints
  bool logs_written = false;                 // all four files, in full; false also without write_logs

  std::vector<Value> values;             // requested_*, effective_*, generated_*, result_*: every number of the logs
  std::vector<Diagnostic> diagnostics;   // what the logs say as errors and warnings, and what they can't say
};

struct Options {
  // How long nothing may arrive after the last issue before what is missing counts as lost. 0: chosen from the run:
  // at least 60 s, the minimum duration, and 10 times the longest silence so far; before the first answer, at least
  // 600 s and 10 times the minimum duration. Negative: for ever.
  std::int64_t lost_after_ns = 0;
  // false: no files at all; the result has what they would say.
  bool write_logs = true;
  // Notes of ReadConfig about these settings: they become diagnostics, and what LoadGen logs of them goes to the log.
  std::vector<ConfigNote> config_notes = {};
  // mlperf_log_assay.txt beside the logs, when there is something to say: the diagnostics that the logs have no place
  // for, before the run and after it. As StartTest does.
  bool write_notes = false;
  // false: TestResult's latency_ns and issue_delay_ns stay empty, which take 16 bytes a query.
  bool keep_columns = true;
  // A test needs about 30 bytes a query. Columns of 8 bytes a query that are longer than this lie in files without a
  // name, in `column_folder` or, when that is empty, in the folder of the logs; in memory when there is no room for them.
  std::uint64_t most_column_bytes_in_memory = std::uint64_t(1) << 27;
  std::string column_folder;
};

// One test at a time; engines don't know of each other. Answers go to the engine that issued the query.
class Engine {
 public:
  MLPERF_LOADGEN_API Engine();
  MLPERF_LOADGEN_API ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // As mlperf::StartTest. A second call while one runs is refused.
  MLPERF_LOADGEN_API TestResult Run(mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl,
                                    const mlperf::TestSettings& settings, const mlperf::LogSettings& log_settings,
                                    const Options& options = Options(),
                                    const std::string& audit_config_filename = "audit.config");

  // Threads  any; wait-free except for responses that are logged.
  MLPERF_LOADGEN_API void Complete(mlperf::QuerySampleResponse* responses, std::size_t count,
                                   const mlperf::ResponseCallback& response_cb = {});
  MLPERF_LOADGEN_API void FirstToken(mlperf::QuerySampleResponse* responses, std::size_t count);
  MLPERF_LOADGEN_API void Abort();
  MLPERF_LOADGEN_API void RegisterIssueThread();

  class Core;  // the engine's own

 private:
  std::unique_ptr<Core> core_;
};

// mlperf::StartTest on the process's own engine, to which mlperf::QuerySamplesComplete and the others belong, with the
// result as a value.
MLPERF_LOADGEN_API TestResult RunTest(mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl,
                                      const mlperf::TestSettings& settings, const mlperf::LogSettings& log_settings,
                                      const Options& options = Options(),
                                      const std::string& audit_config_filename = "audit.config");

}  // namespace loadgen
}  // namespace assay
