// SPDX-License-Identifier: Apache-2.0
#include "record/mlperf_log_detail.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/json.h"
#include "record/mlperf_log_summary.h"
#include "record/mlperf_number.h"

namespace assay::record {
namespace {

void AppendQuoted(std::string& out, std::string_view text) {
  // Most texts need no escape; JsonWriter handles the rest.
  const bool plain = std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
  });
  if (!plain) {
    base::JsonWriter(out).Value(text);
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

struct AppendValue {
  std::string& out;

  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(std::int64_t value) const { AppendInteger(out, value); }
  void operator()(std::uint64_t value) const { AppendInteger(out, value); }
  void operator()(double value) const {
    if (std::isfinite(value)) {
      AppendStreamDouble(out, value);
    } else {
      out += "null";
    }
  }
  void operator()(const std::string& value) const { AppendQuoted(out, value); }
  void operator()(const std::vector<std::uint64_t>& values) const {
    // The loaded set may have 10^5 indices: digits go into a buffer first.
    std::array<char, 4096> digits;
    char* at = digits.data();
    char separator = '[';
    for (const std::uint64_t value : values) {
      if (digits.data() + digits.size() - at < static_cast<std::ptrdiff_t>(kMostDigits + 1)) {
        out.append(digits.data(), at);
        at = digits.data();
      }
      *at++ = separator;
      at = WriteInteger(at, value);
      separator = ',';
    }
    out.append(digits.data(), at);
    out += values.empty() ? "[]" : "]";
  }
  void operator()(const MlperfMap& map) const {
    char separator = '{';
    for (const auto& [key, value] : map) {
      out += separator;
      AppendQuoted(out, key);
      out += ':';
      AppendQuoted(out, value);
      separator = ',';
    }
    out += map.empty() ? "{}" : "}";
  }
};

// Collects entries; integers of any width become the value's 64 bits.
class Entries {
 public:
  void Add(std::string key, MlperfValue value) { entries_.emplace_back(std::move(key), std::move(value)); }
  void Text(std::string key, std::string_view text) { Add(std::move(key), std::string(text)); }
  void Percentiles(std::string_view before, const MlperfTail& tail, std::string_view after) {
    for (std::size_t i = 0; i < kMlperfPercentiles.size(); ++i) {
      std::string key(before);
      AppendFixedDouble(key, kMlperfPercentiles[i] * 100, 2);
      Add(key.append(after), tail.percentile_ns[i]);
    }
  }
  MlperfEntries Take() { return std::move(entries_); }

 private:
  MlperfEntries entries_;
};

// The texts of the summary on one line.
std::string OneLine(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

void AddVerdict(const MlperfSummary& run, Entries& entries) {
  const bool server = run.settings.scenario == MlperfScenario::kServer;
  entries.Text("result_validity", run.Valid() ? "VALID" : "INVALID");
  if (server) entries.Add("result_perf_constraints_met", run.perf_constraints_met);
  entries.Add("result_min_duration_met", run.min_duration_met);
  entries.Add("result_min_queries_met", run.min_queries_met);
  entries.Add("early_stopping_met", run.early_stopping_met);
  if (!run.Valid()) {
    std::string reason;  // each sentence with a blank after it but the last possible one, as it always was
    for (const std::string& advice : MlperfAdvice(run)) reason += advice + " ";
    if (!run.min_queries_met) reason.pop_back();
    entries.Text("result_invalid_reason", reason);
  }
  if (run.settings.use_token_latencies) {
    entries.Text("early_stopping_ttft_result", OneLine(run.early_stopping_ttft));
    entries.Text("early_stopping_tpot_result", OneLine(run.early_stopping_tpot));
  } else {
    entries.Text("early_stopping_result", OneLine(run.early_stopping));
  }
  entries.Add("result_query_count", run.queries);
  if (server) entries.Add("result_overlatency_query_count", run.overlatency);
}

void AddScenario(const MlperfSummary& run, Entries& entries) {
  const double samples = static_cast<double>(run.samples);
  switch (run.settings.scenario) {
    case MlperfScenario::kSingleStream:
      entries.Add("result_qps_with_loadgen_overhead", (samples - 1) / run.final_issued_s);
      entries.Add("result_qps_without_loadgen_overhead", 1 / (static_cast<double>(run.latency.mean_ns) / 1e9));
      entries.Add("early_stopping_latency_ss", run.early_stopping_ss_ns);
      entries.Add("early_stopping_latency_ms", run.early_stopping_ms_ns);
      break;
    case MlperfScenario::kMultiStream: {
      const MlperfTail tail = run.query_latency.value_or(MlperfTail{});
      entries.Add("result_min_query_latency_ns", tail.min_ns);
      entries.Add("result_max_query_latency_ns", tail.max_ns);
      entries.Add("result_mean_query_latency_ns", tail.mean_ns);
      entries.Percentiles("result_", tail, "_percentile_per_query_latency_ns");
      entries.Add("early_stopping_latency_ms", run.early_stopping_ms_ns);
      break;
    }
    case MlperfScenario::kServer:
      entries.Add("result_scheduled_samples_per_sec", (samples - 1) / run.final_scheduled_s);
      entries.Add("result_completed_samples_per_sec", (samples - 1) / run.final_done_s);
      break;
    case MlperfScenario::kOffline:
      entries.Add("result_samples_per_second", samples / run.max_latency_s);
      break;
  }
  entries.Add("result_min_latency_ns", run.latency.min_ns);
  entries.Add("result_max_latency_ns", run.latency.max_ns);
  entries.Add("result_mean_latency_ns", run.latency.mean_ns);
  entries.Percentiles("result_", run.latency, "_percentile_latency_ns");
}

// result_token_throughput is tokens per nanosecond although its name doesn't say so: readers of old logs expect it.
void AddTokens(const MlperfSummary& run, Entries& entries) {
  if (!run.settings.use_token_latencies) return;
  const double tokens = static_cast<double>(run.token_count);
  if (run.settings.scenario == MlperfScenario::kOffline) {
    entries.Add("result_tokens_per_second", tokens / run.max_latency_s);
    return;
  }
  if (run.first_token) {
    entries.Add("result_first_token_min_latency_ns", run.first_token->min_ns);
    entries.Add("result_first_token_max_latency_ns", run.first_token->max_ns);
    entries.Add("result_first_token_mean_latency_ns", run.first_token->mean_ns);
    entries.Percentiles("result_first_token_", *run.first_token, "_percentile_latency_ns");
  }
  entries.Add("result_token_throughput_with_loadgen_overhead", tokens / run.final_issued_s);
  entries.Add("result_token_throughput",
              tokens / (static_cast<double>(run.latency.mean_ns) * static_cast<double>(run.samples)));
  if (run.per_token) {
    entries.Percentiles("result_time_per_output_token_", *run.per_token, "_percentile_ns");
    entries.Add("result_time_to_output_token_min", run.per_token->min_ns);
    entries.Add("result_time_to_output_token_max", run.per_token->max_ns);
    entries.Add("result_time_to_output_token_mean", run.per_token->mean_ns);
  }
  entries.Add("result_completed_tokens_per_second", tokens / run.final_done_s);
}

void AddInferred(const MlperfSummary& run, Entries& entries) {
  if (!run.settings.infer_token_latencies) return;
  const double factor = static_cast<double>(run.settings.token_latency_scaling_factor);
  const double samples = static_cast<double>(run.samples);
  if (run.settings.scenario == MlperfScenario::kOffline) {
    entries.Add("result_inferred_tokens_per_second", factor * (samples / run.max_latency_s));
  } else if (run.settings.scenario == MlperfScenario::kServer) {
    entries.Add("result_inferred_completed_tokens_per_second", factor * ((samples - 1) / run.final_done_s));
  }
}

}  // namespace

void AppendMlperfValue(std::string& out, const MlperfValue& value) { std::visit(AppendValue{out}, value); }

std::string_view AppendMlperfLine(std::string& out, const MlperfLine& line) {
  out += ":::MLLOG {\"key\": ";
  AppendQuoted(out, line.key);
  out += ", \"value\": ";
  const std::size_t value_begin = out.size();
  AppendMlperfValue(out, line.value);
  const std::size_t value_size = out.size() - value_begin;
  out += ", \"time_ms\": ";
  AppendNanosecondsAs(out, line.time_ns, 6);
  out += R"(, "namespace": "mlperf::logging", "event_type": "POINT_IN_TIME", "metadata": {"is_error": )";
  out += line.is_error ? "true" : "false";
  out += ", \"is_warning\": ";
  out += line.is_warning ? "true" : "false";
  out += ", \"file\": ";
  AppendQuoted(out, line.file);
  AppendInteger(out += ", \"line_no\": ", line.line);
  AppendInteger(out += ", \"pid\": ", line.pid);
  AppendInteger(out += ", \"tid\": ", line.tid);
  out += "}}\n";
  return std::string_view(out).substr(value_begin, value_size);
}

MlperfEntries OpeningEntries(MlperfOpening opening) {
  Entries entries;
  entries.Text("loadgen_version", opening.version);
  entries.Text("loadgen_build_date_local", opening.build_date_local);
  entries.Text("loadgen_build_date_utc", opening.build_date_utc);
  entries.Text("loadgen_git_commit_date", opening.commit_date);
  entries.Text("loadgen_git_log_message", opening.log_message);
  entries.Text("loadgen_git_status_message", opening.status_message);
  entries.Add("loadgen_file_sha1", std::move(opening.file_sha1));  // hundreds of texts
  entries.Text("test_datetime", opening.test_datetime);
  entries.Text("sut_name", opening.sut_name);
  entries.Add("get_sut_name_duration_ns", opening.get_sut_name_duration_ns);
  entries.Text("qsl_name", opening.qsl_name);
  entries.Add("qsl_reported_total_count", opening.qsl_total_count);
  entries.Add("qsl_reported_performance_count", opening.qsl_performance_count);
  return entries.Take();
}

MlperfEntries EffectiveEntries(const MlperfEffective& settings) {
  Entries entries;
  entries.Text("effective_scenario", NameOf(settings.scenario));
  entries.Text("effective_test_mode", NameOf(settings.mode));
  entries.Add("effective_samples_per_query", settings.samples_per_query);
  entries.Add("effective_target_qps", settings.target_qps);
  entries.Add("effective_target_latency_ns", settings.target_latency_ns);
  entries.Add("effective_target_latency_percentile", settings.target_latency_percentile);
  entries.Add("effective_max_async_queries", settings.max_async_queries);
  entries.Add("effective_target_duration_ms", settings.target_duration_ms);
  entries.Add("effective_min_duration_ms", settings.min_duration_ms);
  entries.Add("effective_max_duration_ms", settings.max_duration_ms);
  entries.Add("effective_min_query_count", settings.min_query_count);
  entries.Add("effective_max_query_count", settings.max_query_count);
  entries.Add("effective_min_sample_count", settings.min_sample_count);
  entries.Add("effective_qsl_rng_seed", settings.qsl_rng_seed);
  entries.Add("effective_sample_index_rng_seed", settings.sample_index_rng_seed);
  entries.Add("effective_schedule_rng_seed", settings.schedule_rng_seed);
  entries.Add("effective_accuracy_log_rng_seed", settings.accuracy_log_rng_seed);
  entries.Add("effective_accuracy_log_probability", settings.accuracy_log_probability);
  entries.Add("effective_accuracy_log_sampling_target", settings.accuracy_log_sampling_target);
  entries.Add("effective_print_timestamps", settings.print_timestamps);
  entries.Add("effective_performance_issue_unique", settings.performance_issue_unique);
  entries.Add("effective_performance_issue_same", settings.performance_issue_same);
  entries.Add("effective_performance_issue_same_index", settings.performance_issue_same_index);
  entries.Add("effective_performance_sample_count", settings.performance_sample_count);
  entries.Add("effective_accuracy_sample_count", settings.accuracy_sample_count);
  entries.Add("effective_sample_concatenate_permutation", settings.sample_concatenate_permutation);
  return entries.Take();
}

MlperfEntries ResultEntries(const MlperfSummary& summary, std::uint64_t errors) {
  Entries entries;
  AddVerdict(summary, entries);
  AddScenario(summary, entries);
  AddTokens(summary, entries);
  AddInferred(summary, entries);
  entries.Add("num_errors", errors);
  return entries.Take();
}

}  // namespace assay::record
