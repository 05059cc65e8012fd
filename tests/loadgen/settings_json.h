// SPDX-License-Identifier: Apache-2.0
// mlperf::TestSettings from a JSON object that has their names; what isn't there keeps its default.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>

#include "loadgen/test_settings.h"

namespace assay::loadgen {

inline mlperf::TestSettings SettingsOf(const nlohmann::json& s) {
  mlperf::TestSettings to;
  const std::map<std::string, mlperf::TestScenario> scenarios = {{"SingleStream", mlperf::TestScenario::SingleStream},
                                                                 {"MultiStream", mlperf::TestScenario::MultiStream},
                                                                 {"Server", mlperf::TestScenario::Server},
                                                                 {"Offline", mlperf::TestScenario::Offline}};
  const std::map<std::string, mlperf::TestMode> modes = {
      {"SubmissionRun", mlperf::TestMode::SubmissionRun},
      {"AccuracyOnly", mlperf::TestMode::AccuracyOnly},
      {"PerformanceOnly", mlperf::TestMode::PerformanceOnly}};
  to.scenario = scenarios.at(s.at("scenario"));
  to.mode = modes.at(s.value("mode", "PerformanceOnly"));
  const auto take = [&](const char* name, auto& field) {
    using Field = std::decay_t<decltype(field)>;
    if (!s.contains(name)) return;
    if constexpr (std::is_same_v<Field, bool>) {
      field = s.at(name).is_boolean() ? s.at(name).get<bool>() : s.at(name).get<int>() != 0;
    } else {
      field = s.at(name).get<Field>();
    }
  };
#define TAKE(name) take(#name, to.name)
  TAKE(single_stream_expected_latency_ns);
  TAKE(multi_stream_expected_latency_ns);
  TAKE(multi_stream_samples_per_query);
  TAKE(server_target_qps);
  TAKE(server_target_latency_ns);
  TAKE(single_stream_target_latency_percentile);
  TAKE(multi_stream_target_latency_percentile);
  TAKE(offline_expected_qps);
  TAKE(sample_concatenate_permutation);
  TAKE(min_duration_ms);
  TAKE(max_duration_ms);
  TAKE(min_query_count);
  TAKE(max_query_count);
  TAKE(qsl_rng_seed);
  TAKE(sample_index_rng_seed);
  TAKE(schedule_rng_seed);
  TAKE(accuracy_log_rng_seed);
  TAKE(accuracy_log_probability);
  TAKE(accuracy_log_sampling_target);
  TAKE(test05);
  TAKE(test05_qsl_rng_seed);
  TAKE(test05_sample_index_rng_seed);
  TAKE(test05_schedule_rng_seed);
  TAKE(performance_issue_unique);
  TAKE(performance_issue_same);
  TAKE(performance_issue_same_index);
  TAKE(performance_sample_count_override);
  TAKE(accuracy_sample_count_override);
#undef TAKE
  return to;
}

}  // namespace assay::loadgen
