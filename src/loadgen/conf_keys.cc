// SPDX-License-Identifier: Apache-2.0
#include "loadgen/conf_keys.h"

#include <algorithm>
#include <array>

namespace assay::loadgen {
namespace {

using mlperf::TestSettings;

constexpr double kNsPerMs = 1e6;
constexpr std::uint64_t kWholeNsPerMs = 1'000'000;
constexpr double kPercent = 0.01;

bool UsesTokens(const TestSettings& settings) { return settings.use_token_latencies; }
bool InfersTokens(const TestSettings& settings) { return settings.infer_token_latencies; }

// One row a field.
// clang-format off
#define ASSAY_SET(expression) [](TestSettings& s, const ConfNumber& v) { (void)v; expression; }
const std::array kKeys = {
    ConfKey{"mode", "", ConfForm::kInteger, false,
            ASSAY_SET(if (v.integer <= 3) s.mode = static_cast<mlperf::TestMode>(v.integer)), nullptr},
    ConfKey{"qsl_rng_seed", "", ConfForm::kInteger, true, ASSAY_SET(s.qsl_rng_seed = v.integer), nullptr},
    ConfKey{"sample_index_rng_seed", "", ConfForm::kInteger, true, ASSAY_SET(s.sample_index_rng_seed = v.integer), nullptr},
    ConfKey{"schedule_rng_seed", "", ConfForm::kInteger, true, ASSAY_SET(s.schedule_rng_seed = v.integer), nullptr},
    ConfKey{"accuracy_log_probability", "", ConfForm::kReal, true, ASSAY_SET(s.accuracy_log_probability = v.real * kPercent), nullptr},
    ConfKey{"test05", "", ConfForm::kFlagOne, true, ASSAY_SET(s.test05 = v.integer == 1), nullptr},
    ConfKey{"test05_qsl_rng_seed", "", ConfForm::kInteger, true, ASSAY_SET(s.test05_qsl_rng_seed = v.integer), nullptr},
    ConfKey{"test05_sample_index_rng_seed", "", ConfForm::kInteger, true, ASSAY_SET(s.test05_sample_index_rng_seed = v.integer), nullptr},
    ConfKey{"test05_schedule_rng_seed", "", ConfForm::kInteger, true, ASSAY_SET(s.test05_schedule_rng_seed = v.integer), nullptr},
    ConfKey{"use_token_latencies", "", ConfForm::kFlagOne, false, ASSAY_SET(s.use_token_latencies = v.integer == 1), nullptr},
    ConfKey{"ttft_latency", "Server", ConfForm::kInteger, false, ASSAY_SET(s.server_ttft_latency = v.integer * kWholeNsPerMs), UsesTokens},
    ConfKey{"tpot_latency", "Server", ConfForm::kInteger, false, ASSAY_SET(s.server_tpot_latency = v.integer * kWholeNsPerMs), UsesTokens},
    ConfKey{"infer_token_latencies", "", ConfForm::kFlagOne, false, ASSAY_SET(s.infer_token_latencies = v.integer == 1), nullptr},
    ConfKey{"token_latency_scaling_factor", "", ConfForm::kInteger, false, ASSAY_SET(s.token_latency_scaling_factor = v.integer), InfersTokens},
    ConfKey{"accuracy_log_rng_seed", "", ConfForm::kInteger, false, ASSAY_SET(s.accuracy_log_rng_seed = v.integer), nullptr},
    ConfKey{"accuracy_log_sampling_target", "", ConfForm::kInteger, false, ASSAY_SET(s.accuracy_log_sampling_target = v.integer), nullptr},
    ConfKey{"print_timestamps", "", ConfForm::kFlagNonZero, false, ASSAY_SET(s.print_timestamps = v.integer != 0), nullptr},
    ConfKey{"performance_issue_unique", "", ConfForm::kFlagNonZero, false, ASSAY_SET(s.performance_issue_unique = v.integer != 0), nullptr},
    ConfKey{"performance_issue_same", "", ConfForm::kFlagNonZero, false, ASSAY_SET(s.performance_issue_same = v.integer != 0), nullptr},
    ConfKey{"performance_issue_same_index", "", ConfForm::kInteger, false, ASSAY_SET(s.performance_issue_same_index = v.integer), nullptr},
    ConfKey{"sample_concatenate_permutation", "", ConfForm::kFlagOne, false, ASSAY_SET(s.sample_concatenate_permutation = v.integer == 1), nullptr},
    ConfKey{"min_duration", "", ConfForm::kInteger, false, ASSAY_SET(s.min_duration_ms = v.integer), nullptr},
    ConfKey{"max_duration", "", ConfForm::kInteger, false, ASSAY_SET(s.max_duration_ms = v.integer), nullptr},
    ConfKey{"min_query_count", "", ConfForm::kInteger, false, ASSAY_SET(s.min_query_count = v.integer), nullptr},
    ConfKey{"max_query_count", "", ConfForm::kInteger, false, ASSAY_SET(s.max_query_count = v.integer), nullptr},
    ConfKey{"performance_sample_count_override", "", ConfForm::kInteger, false, ASSAY_SET(s.performance_sample_count_override = v.integer), nullptr},
    ConfKey{"accuracy_sample_count_override", "", ConfForm::kInteger, false, ASSAY_SET(s.accuracy_sample_count_override = v.integer), nullptr},
    ConfKey{"target_latency", "SingleStream", ConfForm::kReal, false, ASSAY_SET(s.single_stream_expected_latency_ns = v.real * kNsPerMs), nullptr},
    ConfKey{"target_latency_percentile", "SingleStream", ConfForm::kReal, false, ASSAY_SET(s.single_stream_target_latency_percentile = v.real * kPercent), nullptr},
    ConfKey{"target_latency", "MultiStream", ConfForm::kReal, false, ASSAY_SET(s.multi_stream_expected_latency_ns = v.real * kNsPerMs), nullptr},
    ConfKey{"target_latency_percentile", "MultiStream", ConfForm::kReal, false, ASSAY_SET(s.multi_stream_target_latency_percentile = v.real * kPercent), nullptr},
    ConfKey{"samples_per_query", "MultiStream", ConfForm::kInteger, false, ASSAY_SET(s.multi_stream_samples_per_query = v.integer), nullptr},
    ConfKey{"target_latency", "Server", ConfForm::kInteger, false, ASSAY_SET(s.server_target_latency_ns = v.integer * kWholeNsPerMs), nullptr},
    ConfKey{"target_latency_percentile", "Server", ConfForm::kReal, false, ASSAY_SET(s.server_target_latency_percentile = v.real * kPercent), nullptr},
    ConfKey{"target_qps", "Server", ConfForm::kReal, false, ASSAY_SET(s.server_target_qps = v.real), nullptr},
    ConfKey{"coalesce_queries", "Server", ConfForm::kFlagNonZero, false, ASSAY_SET(s.server_coalesce_queries = v.integer != 0), nullptr},
    ConfKey{"max_async_queries", "Server", ConfForm::kInteger, false,
            ASSAY_SET(s.server_max_async_queries = static_cast<std::uint64_t>(static_cast<int>(v.integer))), nullptr},
    ConfKey{"target_qps", "Offline", ConfForm::kReal, false, ASSAY_SET(s.offline_expected_qps = v.real), nullptr},
};
#undef ASSAY_SET
// clang-format on

}  // namespace

std::span<const ConfKey> ConfKeys() { return kKeys; }

bool IsConfKeyName(std::string_view name) { return std::ranges::find(kKeys, name, &ConfKey::name) != kKeys.end(); }

bool IsScenarioConfKey(std::string_view name) {
  const auto found = std::ranges::find(kKeys, name, &ConfKey::name);
  return found != kKeys.end() && !found->scenario.empty();
}

bool IsRetiredConfKey(std::string_view name) { return name == "target_duration"; }

std::optional<ConfKeyParts> SplitConfKey(std::string_view key) {
  const std::size_t last = key.rfind('.');
  if (last == key.npos || last == 0) return std::nullopt;
  const std::size_t middle = key.rfind('.', last - 1);
  if (middle == key.npos || middle == 0) return std::nullopt;
  const ConfKeyParts parts{key.substr(0, middle), key.substr(middle + 1, last - middle - 1), key.substr(last + 1)};
  if (parts.scenario.empty() || parts.name.empty()) return std::nullopt;
  return parts;
}

}  // namespace assay::loadgen
