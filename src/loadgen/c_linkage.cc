// SPDX-License-Identifier: Apache-2.0
//
// Settings by name: one table of the fields with how each is read from text. It holds all fields of TestSettings; the
// test compares its size.
#include <charconv>
#include <cmath>
#include <memory>
#include <new>
#include <string_view>
#include <variant>

#include "loadgen/assay_loadgen.h"
#include "loadgen/callback_client.h"
#include "loadgen/engine.h"
#include "record/mlperf_log.h"

struct assay_loadgen_settings {
  mlperf::TestSettings test;
  mlperf::LogSettings log;
};

struct assay_loadgen_result {
  assay::loadgen::TestResult result;
};

namespace {

using mlperf::TestSettings;

static_assert(sizeof(assay_loadgen_sample) == sizeof(mlperf::QuerySample));
static_assert(sizeof(assay_loadgen_response) == sizeof(mlperf::QuerySampleResponse));

using Member = std::variant<bool TestSettings::*, int TestSettings::*, std::uint64_t TestSettings::*,
                            double TestSettings::*>;
struct NamedMember {
  std::string_view name;
  Member member;
};

#define ASSAY_FIELD(name) {#name, &TestSettings::name}
const NamedMember kMembers[] = {
    ASSAY_FIELD(single_stream_expected_latency_ns),
    ASSAY_FIELD(single_stream_target_latency_percentile),
    ASSAY_FIELD(multi_stream_expected_latency_ns),
    ASSAY_FIELD(multi_stream_target_latency_percentile),
    ASSAY_FIELD(multi_stream_samples_per_query),
    ASSAY_FIELD(server_target_qps),
    ASSAY_FIELD(server_target_latency_ns),
    ASSAY_FIELD(server_target_latency_percentile),
    ASSAY_FIELD(server_coalesce_queries),
    ASSAY_FIELD(server_find_peak_qps_decimals_of_precision),
    ASSAY_FIELD(server_find_peak_qps_boundary_step_size),
    ASSAY_FIELD(server_max_async_queries),
    ASSAY_FIELD(server_num_issue_query_threads),
    ASSAY_FIELD(offline_expected_qps),
    ASSAY_FIELD(sample_concatenate_permutation),
    ASSAY_FIELD(min_duration_ms),
    ASSAY_FIELD(max_duration_ms),
    ASSAY_FIELD(min_query_count),
    ASSAY_FIELD(max_query_count),
    ASSAY_FIELD(qsl_rng_seed),
    ASSAY_FIELD(sample_index_rng_seed),
    ASSAY_FIELD(schedule_rng_seed),
    ASSAY_FIELD(accuracy_log_rng_seed),
    ASSAY_FIELD(accuracy_log_probability),
    ASSAY_FIELD(accuracy_log_sampling_target),
    ASSAY_FIELD(test05),
    ASSAY_FIELD(test05_qsl_rng_seed),
    ASSAY_FIELD(test05_sample_index_rng_seed),
    ASSAY_FIELD(test05_schedule_rng_seed),
    ASSAY_FIELD(print_timestamps),
    ASSAY_FIELD(performance_issue_unique),
    ASSAY_FIELD(performance_issue_same),
    ASSAY_FIELD(performance_issue_same_index),
    ASSAY_FIELD(performance_sample_count_override),
    ASSAY_FIELD(accuracy_sample_count_override),
    ASSAY_FIELD(use_token_latencies),
    ASSAY_FIELD(server_ttft_latency),
    ASSAY_FIELD(server_tpot_latency),
    ASSAY_FIELD(infer_token_latencies),
    ASSAY_FIELD(token_latency_scaling_factor),
};
#undef ASSAY_FIELD
static_assert(std::size(kMembers) == 40, "all of TestSettings but scenario and mode");

bool Parse(std::string_view text, bool& value) {
  if (text != "0" && text != "1" && text != "true" && text != "false") return false;
  value = text == "1" || text == "true";
  return true;
}

template <class Number>
bool Parse(std::string_view text, Number& value) {
  Number parsed{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(parsed)) return false;
  }
  value = parsed;
  return true;
}

int Set(assay_loadgen_settings& settings, std::string_view name, std::string_view value) {
  const auto checked = [](bool taken) { return taken ? ASSAY_LOADGEN_OK : ASSAY_LOADGEN_BAD_VALUE; };
  if (name == "scenario") {
    const auto scenario = assay::record::ParseMlperfScenario(value);
    if (scenario) settings.test.scenario = static_cast<mlperf::TestScenario>(*scenario);
    return checked(scenario.has_value());
  }
  if (name == "mode") {
    const auto mode = assay::record::ParseMlperfMode(value);
    if (mode) settings.test.mode = static_cast<mlperf::TestMode>(*mode);
    return checked(mode.has_value());
  }
  mlperf::LogOutputSettings& output = settings.log.log_output;
  for (const auto& [known, text] : {std::pair<std::string_view, std::string*>{"outdir", &output.outdir},
                                    {"prefix", &output.prefix},
                                    {"suffix", &output.suffix}}) {
    if (name == known) return text->assign(value), ASSAY_LOADGEN_OK;
  }
  for (const auto& [known, flag] : {std::pair<std::string_view, bool*>{"enable_trace", &settings.log.enable_trace},
                                    {"prefix_with_datetime", &output.prefix_with_datetime},
                                    {"copy_detail_to_stdout", &output.copy_detail_to_stdout},
                                    {"copy_summary_to_stdout", &output.copy_summary_to_stdout}}) {
    if (name == known) return checked(Parse(value, *flag));
  }
  for (const NamedMember& entry : kMembers) {
    if (name != entry.name) continue;
    return checked(std::visit([&](auto member) { return Parse(value, settings.test.*member); }, entry.member));
  }
  return ASSAY_LOADGEN_UNKNOWN_NAME;
}

// No exception leaves through C.
template <class Body>
int Guarded(const Body& body) {
  try {
    return body();
  } catch (...) {
    return ASSAY_LOADGEN_FAILED;
  }
}

int Run(const assay_loadgen_client& client, const assay_loadgen_settings& settings, const char* audit_config,
        assay_loadgen_result** result) {
  void* const context = client.context;
  assay::loadgen::CallbackSut sut(
      client.sut_name == nullptr ? "" : client.sut_name,
      [&client, context](const std::vector<mlperf::QuerySample>& samples) {
        client.issue_query(context, reinterpret_cast<const assay_loadgen_sample*>(samples.data()), samples.size());
      },
      [&client, context] {
        if (client.flush_queries != nullptr) client.flush_queries(context);
      });
  const auto call = [context](auto callback) {
    return [context, callback](const std::vector<mlperf::QuerySampleIndex>& indices) {
      if (callback != nullptr) callback(context, indices.data(), indices.size());
    };
  };
  assay::loadgen::CallbackQsl qsl(client.qsl_name == nullptr ? "" : client.qsl_name, client.total_sample_count,
                                  client.performance_sample_count, call(client.load_samples),
                                  call(client.unload_samples));
  auto kept = std::make_unique<assay_loadgen_result>();
  kept->result = assay::loadgen::RunTest(sut, qsl, settings.test, settings.log, assay::loadgen::Options(),
                                         audit_config == nullptr ? "" : audit_config);
  if (result != nullptr) *result = kept.release();
  return ASSAY_LOADGEN_OK;
}

mlperf::QuerySampleResponse* Responses(assay_loadgen_response* responses) {
  return reinterpret_cast<mlperf::QuerySampleResponse*>(responses);
}

}  // namespace

extern "C" {

assay_loadgen_settings* assay_loadgen_settings_new(void) { return new (std::nothrow) assay_loadgen_settings; }

void assay_loadgen_settings_free(assay_loadgen_settings* settings) { delete settings; }

int assay_loadgen_settings_set(assay_loadgen_settings* settings, const char* name, const char* value) {
  if (settings == nullptr || name == nullptr || value == nullptr) return ASSAY_LOADGEN_BAD_ARGUMENT;
  return Guarded([&] { return Set(*settings, name, value); });
}

int assay_loadgen_settings_from_config(assay_loadgen_settings* settings, const char* path, const char* model,
                                       const char* scenario, int conf_type) {
  if (settings == nullptr || path == nullptr || model == nullptr || scenario == nullptr) {
    return ASSAY_LOADGEN_BAD_ARGUMENT;
  }
  return Guarded([&] { return settings->test.FromConfig(path, model, scenario, conf_type); });
}

int assay_loadgen_run(const assay_loadgen_client* client, const assay_loadgen_settings* settings,
                      const char* audit_config, assay_loadgen_result** result) {
  if (result != nullptr) *result = nullptr;
  if (client == nullptr || settings == nullptr || client->struct_size != sizeof(assay_loadgen_client) ||
      client->issue_query == nullptr) {
    return ASSAY_LOADGEN_BAD_ARGUMENT;
  }
  return Guarded([&] { return Run(*client, *settings, audit_config, result); });
}

void assay_loadgen_complete(assay_loadgen_response* responses, size_t count) {
  mlperf::QuerySamplesComplete(Responses(responses), count);
}

void assay_loadgen_first_token(assay_loadgen_response* responses, size_t count) {
  mlperf::FirstTokenComplete(Responses(responses), count);
}

void assay_loadgen_abort(void) { mlperf::AbortTest(); }

void assay_loadgen_register_issue_thread(void) { mlperf::RegisterIssueQueryThread(); }

int assay_loadgen_result_verdict(const assay_loadgen_result* result) {
  static_assert(static_cast<int>(assay::loadgen::Verdict::kNotRun) == ASSAY_LOADGEN_NOT_RUN);
  return static_cast<int>(result->result.verdict);
}

const char* assay_loadgen_result_reason(const assay_loadgen_result* result) { return result->result.reason.c_str(); }

const char* assay_loadgen_result_value(const assay_loadgen_result* result, const char* key) {
  const char* found = nullptr;  // the last one counts, as in the log
  for (const assay::loadgen::Value& value : result->result.values) {
    if (value.key == key) found = value.text.c_str();
  }
  return found;
}

const char* assay_loadgen_result_diagnostic(const assay_loadgen_result* result, size_t position) {
  const auto& diagnostics = result->result.diagnostics;
  return position < diagnostics.size() ? diagnostics[position].text.c_str() : nullptr;
}

const int64_t* assay_loadgen_result_latencies(const assay_loadgen_result* result, size_t* count) {
  *count = result->result.latency_ns.size();
  return result->result.latency_ns.data();
}

void assay_loadgen_result_free(assay_loadgen_result* result) { delete result; }

}  // extern "C"
