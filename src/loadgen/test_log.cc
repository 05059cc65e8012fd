// SPDX-License-Identifier: Apache-2.0
#include "loadgen/test_log.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace assay::loadgen {
namespace {

using record::MlperfScenario;

constexpr std::size_t kPieceBytes = std::size_t{1} << 16;

std::string FormatTime(const char* format, const tm& time) {
  std::array<char, 64> text{};
  return std::string(text.data(), strftime(text.data(), text.size(), format, &time));
}

}  // namespace

TestLog::TestLog(LogFiles& files, TestResult& result, Clock& clock)
    : files_(files),
      result_(result),
      clock_(clock),
      opened_ns_(clock.NowNs()),
      pid_(static_cast<std::uint64_t>(getpid())),
      tid_(static_cast<std::uint64_t>(syscall(SYS_gettid))) {}

void TestLog::Line(std::string_view key, record::MlperfValue value, Kind kind, const std::source_location& where) {
  record::MlperfLine line;
  line.key = key;
  line.value = std::move(value);
  const std::int64_t begin_ns = clock_.NowNs();
  line.time_ns = begin_ns - opened_ns_;
  line.is_error = kind == Kind::kError;
  line.is_warning = kind == Kind::kWarning;
  line.file = where.file_name();
  line.line = static_cast<std::int64_t>(where.line());
  line.pid = pid_;
  line.tid = tid_;
  const std::size_t before = unwritten_.size();
  const std::string_view value_text = record::AppendMlperfLine(unwritten_, line);
  files_.Copy(LogFile::kDetail, std::string_view(unwritten_).substr(before));
  if (trace_ != nullptr) trace_->Scope("LogDetail", begin_ns, clock_.NowNs(), "key", line.key);
  counts_.errors += kind == Kind::kError ? 1 : 0;
  counts_.warnings += kind == Kind::kWarning ? 1 : 0;

  const std::string* said = std::get_if<std::string>(&line.value);
  if (kind != Kind::kFact) {
    result_.diagnostics.push_back({line.is_error, said == nullptr ? line.key : *said, true});
  } else if (!line.key.starts_with("loadgen_")) {
    result_.values.push_back({std::move(line.key), said != nullptr       ? *said
                                                   : value_text == "null" ? std::string()
                                                                          : std::string(value_text)});
  }
  if (unwritten_.size() >= kPieceBytes) Flush();
}

void TestLog::Entries(record::MlperfEntries entries, const std::source_location& where) {
  for (auto& [key, value] : entries) Line(key, std::move(value), Kind::kFact, where);
}

void TestLog::Flush() {
  files_.Write(LogFile::kDetail, unwritten_);
  unwritten_.clear();
}

void TestLog::Message(const SettingsMessage& message, const std::source_location& where) {
  const Kind kind = message.is_error ? Kind::kError
                    : message.key.starts_with("warning") ? Kind::kWarning
                                                         : Kind::kFact;
  Line(message.key, message.text, kind, where);
}

void TestLog::Note(std::string text, bool is_error) { result_.diagnostics.push_back({is_error, std::move(text)}); }

record::MlperfEntries RequestedEntries(const RunSettings& settings) {
  record::MlperfEntries entries = {{"requested_scenario", std::string(record::NameOf(settings.scenario))},
                                   {"requested_test_mode", std::string(record::NameOf(settings.mode))}};
  const auto add = [&](const char* name, record::MlperfValue value) {
    entries.emplace_back(std::string("requested_") + name, std::move(value));
  };
  switch (settings.scenario) {
    case MlperfScenario::kSingleStream:
      add("single_stream_expected_latency_ns", settings.single_stream.expected_latency_ns);
      add("single_stream_target_latency_percentile", settings.single_stream_percentile);
      break;
    case MlperfScenario::kMultiStream:
      add("multi_stream_expected_latency_ns", settings.multi_stream.expected_latency_ns);
      add("multi_stream_target_latency_percentile", settings.multi_stream_percentile);
      add("multi_stream_samples_per_query", settings.multi_stream.samples_per_query);
      break;
    case MlperfScenario::kServer:
      add("server_target_qps", settings.server.target_qps);
      add("server_target_latency_ns", settings.server_rules.target_latency_ns);
      add("server_target_latency_percentile", settings.server_percentile);
      add("server_coalesce_queries", settings.server_rules.coalesce);
      add("server_find_peak_qps_decimals_of_precision", std::int64_t{settings.server_rules.peak_decimals});
      add("server_find_peak_qps_boundary_step_size", settings.server_rules.peak_step);
      add("server_max_async_queries", settings.server_rules.max_async_queries);
      add("server_num_issue_query_threads", settings.server_rules.issue_threads);
      break;
    case MlperfScenario::kOffline:
      add("offline_expected_qps", settings.offline.expected_qps);
      break;
  }
  add("min_duration_ms", settings.min_duration_ms);
  add("max_duration_ms", settings.max_duration_ms);
  add("min_query_count", settings.min_query_count);
  add("max_query_count", settings.max_query_count);
  add("qsl_rng_seed", settings.seeds.qsl);
  add("sample_index_rng_seed", settings.seeds.sample_index);
  add("schedule_rng_seed", settings.seeds.schedule);
  add("accuracy_log_rng_seed", settings.seeds.accuracy_log);
  add("accuracy_log_probability", settings.accuracy_log_probability);
  add("accuracy_log_sampling_target", settings.accuracy_log_sampling_target);
  add("print_timestamps", settings.print_timestamps);
  add("performance_issue_unique", settings.issue_unique);
  add("performance_issue_same", settings.issue_same);
  add("performance_issue_same_index", settings.same_index);
  add("performance_sample_count_override", settings.performance_sample_count_override);
  add("accuracy_sample_count_override", settings.accuracy_sample_count_override);
  add("sample_concatenate_permutation", settings.equal_issue);
  if (settings.use_token_latencies) {
    add("use_token_latencies", true);
    add("server_ttft_latency", settings.server_rules.ttft_latency_ns);
    add("server_tpot_latency", settings.server_rules.tpot_latency_ns);
  }
  return entries;
}

std::string LocalDatetime() {
  const time_t now = time(nullptr);
  tm local{};
  localtime_r(&now, &local);
  return FormatTime("%Y-%m-%dT%H:%M:%SZ", local);
}

std::string PowerTimestamp() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  tm utc{};
  gmtime_r(&now.tv_sec, &utc);
  const std::string ms = std::to_string(1000 + now.tv_nsec / 1'000'000);  // keeps its leading zeros
  return FormatTime("%m-%d-%Y %H:%M:%S", utc) + "." + ms.substr(1);
}

}  // namespace assay::loadgen
