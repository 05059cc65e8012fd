// SPDX-License-Identifier: Apache-2.0
#include "loadgen/run_settings.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "record/mlperf_number.h"

namespace assay::loadgen {
namespace {

using record::MlperfMode;
using record::MlperfScenario;

std::string Text(double value) {
  std::string text;
  record::AppendStreamDouble(text, value);
  return text;
}

// The official program takes 0 and infinity and then plans for ever.
double CheckedRate(double value, const char* name, std::vector<SettingsMessage>& messages) {
  if (value > 0 && std::isfinite(value)) return value;
  messages.push_back({"error_invalid_test_settings",
                      std::string("Invalid value for ") + name + " requested. requested: " + Text(value) + " using: 1"});
  return 1;
}

// A product of a rate and a duration as a count; what doesn't fit ends at the largest.
std::uint64_t CountOf(double count) {
  if (!(count > 0)) return 0;
  constexpr double kMost = 18446744073709549568.0;  // the largest double below 2^64
  return static_cast<std::uint64_t>(std::min(count, kMost));
}

void CheckIssueOrder(const RunSettings& settings, const record::MlperfEffective& effective,
                     std::vector<SettingsMessage>& messages) {
  if (settings.issue_same && settings.same_index >= effective.performance_sample_count) {
    messages.push_back({"error_invalid_test_settings",
                        "Sample Idx to be repeated in performance_issue_same mode cannot be greater than loaded "
                        "performance_sample_count. performance_issue_same_index: " +
                            std::to_string(settings.same_index) +
                            " performance_sample_count: " + std::to_string(effective.performance_sample_count)});
  }
  if (settings.issue_same && settings.issue_unique) {
    messages.push_back({"error_invalid_test_settings",
                        "Performance_issue_unique and performance_issue_same, both cannot be true at the same time. "
                        "performance_issue_unique: 1 performance_issue_same: 1"});
  }
}

void FillScenario(const RunSettings& settings, record::MlperfEffective& effective,
                  std::vector<SettingsMessage>& messages) {
  switch (settings.scenario) {
    case MlperfScenario::kSingleStream:
      effective.target_qps = 1e9 / CheckedRate(settings.single_stream.expected_latency_ns,
                                               "single_stream_expected_latency_ns", messages);
      effective.target_latency_percentile = settings.single_stream_percentile;
      return;
    case MlperfScenario::kMultiStream:
      effective.target_qps =
          1e9 / CheckedRate(settings.multi_stream.expected_latency_ns, "multi_stream_expected_latency_ns", messages);
      effective.target_latency_percentile = settings.multi_stream_percentile;
      effective.samples_per_query = settings.multi_stream.samples_per_query;
      return;
    case MlperfScenario::kServer:
      effective.target_qps = CheckedRate(settings.server.target_qps, "server_target_qps", messages);
      effective.target_latency_percentile = settings.server_percentile;
      effective.target_latency_ns = settings.server_rules.target_latency_ns;
      effective.max_async_queries = settings.server_rules.max_async_queries;
      return;
    case MlperfScenario::kOffline:
      effective.target_qps = CheckedRate(settings.offline.expected_qps, "offline_expected_qps", messages);
      effective.target_latency_percentile = 0.99;
      return;
  }
}

void FillCounts(const RunSettings& settings, const SampleCounts& counts, record::MlperfEffective& effective) {
  const double seconds = static_cast<double>(settings.min_duration_ms) / 1000.0;
  const std::uint64_t set = std::max<std::uint64_t>(1, counts.performance);
  if (settings.scenario == MlperfScenario::kOffline) {
    effective.samples_per_query = settings.issue_unique
                                      ? effective.performance_sample_count
                                      : std::max(settings.min_query_count,
                                                 CountOf(1.1 * seconds * effective.target_qps));
    effective.min_query_count = 1;
    effective.target_duration_ms = 0;
  } else if (settings.scenario == MlperfScenario::kSingleStream && settings.equal_issue) {
    // A whole set more even where the count already is a multiple, and of the library's count, not the override's.
    effective.min_query_count = std::max(settings.min_query_count, CountOf(2.0 * seconds * effective.target_qps));
    effective.min_query_count += set - effective.min_query_count % set;
  }
  effective.min_sample_count = effective.min_query_count * effective.samples_per_query;
}

spec::IssueOrder OrderOf(const RunSettings& settings) {
  if (settings.scenario == MlperfScenario::kOffline) {
    if (settings.issue_same) return spec::IssueOrder::kSame;
    if (settings.issue_unique) return spec::IssueOrder::kUnique;
  }
  if (settings.issue_unique) return spec::IssueOrder::kUnique;
  if (settings.issue_same) return spec::IssueOrder::kSame;
  return settings.equal_issue ? spec::IssueOrder::kEqual : spec::IssueOrder::kUniform;
}

spec::Scenario ScenarioOf(const RunSettings& settings, const record::MlperfEffective& effective) {
  switch (settings.scenario) {
    case MlperfScenario::kSingleStream: {
      spec::SingleStream single = settings.single_stream;
      if (!(single.expected_latency_ns > 0) || !std::isfinite(single.expected_latency_ns)) {
        single.expected_latency_ns = 1;
      }
      return single;
    }
    case MlperfScenario::kMultiStream: {
      spec::MultiStream multi = settings.multi_stream;
      if (!(multi.expected_latency_ns > 0) || !std::isfinite(multi.expected_latency_ns)) multi.expected_latency_ns = 1;
      return multi;
    }
    case MlperfScenario::kServer: {
      spec::Server server = settings.server;
      server.target_qps = effective.target_qps;
      return server;
    }
    case MlperfScenario::kOffline:
      break;
  }
  return spec::Offline{.expected_qps = effective.target_qps};
}

Result<std::int64_t> Nanoseconds(std::uint64_t ms, const char* name) {
  constexpr std::uint64_t kMostMs = std::numeric_limits<std::int64_t>::max() / 4 / 1'000'000;
  if (ms <= kMostMs) return static_cast<std::int64_t>(ms) * 1'000'000;
  return Fail(ErrorCode::kOutOfRange, std::string("expected a ") + name + " of at most " + std::to_string(kMostMs) +
                                          " ms, found " + std::to_string(ms));
}

}  // namespace

RunSettings FromTestSettings(const mlperf::TestSettings& from) {
  RunSettings to;
  to.scenario = static_cast<MlperfScenario>(from.scenario);
  to.mode = static_cast<MlperfMode>(from.mode);
  to.single_stream.expected_latency_ns = from.single_stream_expected_latency_ns;
  to.single_stream_percentile = from.single_stream_target_latency_percentile;
  to.multi_stream.expected_latency_ns = from.multi_stream_expected_latency_ns;
  to.multi_stream_percentile = from.multi_stream_target_latency_percentile;
  to.multi_stream.samples_per_query = from.multi_stream_samples_per_query;
  to.server.target_qps = from.server_target_qps;
  to.server_percentile = from.server_target_latency_percentile;
  to.server_rules = {.target_latency_ns = from.server_target_latency_ns,
                     .ttft_latency_ns = from.server_ttft_latency,
                     .tpot_latency_ns = from.server_tpot_latency,
                     .coalesce = from.server_coalesce_queries,
                     .max_async_queries = from.server_max_async_queries,
                     .issue_threads = from.server_num_issue_query_threads,
                     .peak_decimals = from.server_find_peak_qps_decimals_of_precision,
                     .peak_step = from.server_find_peak_qps_boundary_step_size};
  to.offline.expected_qps = from.offline_expected_qps;
  to.equal_issue = from.sample_concatenate_permutation;
  to.issue_unique = from.performance_issue_unique;
  to.issue_same = from.performance_issue_same;
  to.same_index = from.performance_issue_same_index;
  to.min_duration_ms = from.min_duration_ms;
  to.max_duration_ms = from.max_duration_ms;
  to.min_query_count = from.min_query_count;
  to.max_query_count = from.max_query_count;
  to.seeds = {from.qsl_rng_seed, from.sample_index_rng_seed, from.schedule_rng_seed, from.accuracy_log_rng_seed};
  to.test05_seeds = {from.test05_qsl_rng_seed, from.test05_sample_index_rng_seed, from.test05_schedule_rng_seed, 0};
  to.test05 = from.test05;
  to.accuracy_log_probability = from.accuracy_log_probability;
  to.accuracy_log_sampling_target = from.accuracy_log_sampling_target;
  to.print_timestamps = from.print_timestamps;
  to.performance_sample_count_override = from.performance_sample_count_override;
  to.accuracy_sample_count_override = from.accuracy_sample_count_override;
  to.use_token_latencies = from.use_token_latencies;
  to.infer_token_latencies = from.infer_token_latencies;
  to.token_scaling_factor = from.token_latency_scaling_factor;
  return to;
}

mlperf::TestSettings ToTestSettings(const RunSettings& from) {
  mlperf::TestSettings to;
  to.scenario = static_cast<mlperf::TestScenario>(from.scenario);
  to.mode = static_cast<mlperf::TestMode>(from.mode);
  to.single_stream_expected_latency_ns = from.single_stream.expected_latency_ns;
  to.single_stream_target_latency_percentile = from.single_stream_percentile;
  to.multi_stream_expected_latency_ns = from.multi_stream.expected_latency_ns;
  to.multi_stream_target_latency_percentile = from.multi_stream_percentile;
  to.multi_stream_samples_per_query = from.multi_stream.samples_per_query;
  to.server_target_qps = from.server.target_qps;
  to.server_target_latency_ns = from.server_rules.target_latency_ns;
  to.server_target_latency_percentile = from.server_percentile;
  to.server_coalesce_queries = from.server_rules.coalesce;
  to.server_find_peak_qps_decimals_of_precision = from.server_rules.peak_decimals;
  to.server_find_peak_qps_boundary_step_size = from.server_rules.peak_step;
  to.server_max_async_queries = from.server_rules.max_async_queries;
  to.server_num_issue_query_threads = from.server_rules.issue_threads;
  to.offline_expected_qps = from.offline.expected_qps;
  to.sample_concatenate_permutation = from.equal_issue;
  to.min_duration_ms = from.min_duration_ms;
  to.max_duration_ms = from.max_duration_ms;
  to.min_query_count = from.min_query_count;
  to.max_query_count = from.max_query_count;
  to.qsl_rng_seed = from.seeds.qsl;
  to.sample_index_rng_seed = from.seeds.sample_index;
  to.schedule_rng_seed = from.seeds.schedule;
  to.accuracy_log_rng_seed = from.seeds.accuracy_log;
  to.accuracy_log_probability = from.accuracy_log_probability;
  to.accuracy_log_sampling_target = from.accuracy_log_sampling_target;
  to.test05 = from.test05;
  to.test05_qsl_rng_seed = from.test05_seeds.qsl;
  to.test05_sample_index_rng_seed = from.test05_seeds.sample_index;
  to.test05_schedule_rng_seed = from.test05_seeds.schedule;
  to.print_timestamps = from.print_timestamps;
  to.performance_issue_unique = from.issue_unique;
  to.performance_issue_same = from.issue_same;
  to.performance_issue_same_index = from.same_index;
  to.performance_sample_count_override = from.performance_sample_count_override;
  to.accuracy_sample_count_override = from.accuracy_sample_count_override;
  to.use_token_latencies = from.use_token_latencies;
  to.server_ttft_latency = from.server_rules.ttft_latency_ns;
  to.server_tpot_latency = from.server_rules.tpot_latency_ns;
  to.infer_token_latencies = from.infer_token_latencies;
  to.token_latency_scaling_factor = from.token_scaling_factor;
  return to;
}

record::MlperfEffective EffectiveSettings(const RunSettings& settings, const SampleCounts& counts,
                                          std::vector<SettingsMessage>& messages) {
  record::MlperfEffective effective;
  const spec::Seeds& seeds = settings.test05 ? settings.test05_seeds : settings.seeds;
  effective.scenario = settings.scenario;
  effective.mode = settings.test05 ? MlperfMode::kPerformanceOnly : settings.mode;
  effective.target_duration_ms = settings.min_duration_ms;
  effective.min_duration_ms = settings.min_duration_ms;
  effective.max_duration_ms = settings.max_duration_ms;
  effective.min_query_count = settings.min_query_count;
  effective.max_query_count = settings.max_query_count;
  effective.qsl_rng_seed = seeds.qsl;
  effective.sample_index_rng_seed = seeds.sample_index;
  effective.schedule_rng_seed = seeds.schedule;
  effective.accuracy_log_rng_seed = settings.seeds.accuracy_log;
  effective.accuracy_log_probability = settings.accuracy_log_probability;
  effective.accuracy_log_sampling_target = settings.accuracy_log_sampling_target;
  effective.print_timestamps = settings.print_timestamps;
  effective.performance_issue_unique = settings.issue_unique;
  effective.performance_issue_same = settings.issue_same;
  effective.performance_issue_same_index = settings.same_index;
  effective.performance_sample_count = settings.performance_sample_count_override != 0
                                           ? settings.performance_sample_count_override
                                           : counts.performance;
  effective.accuracy_sample_count =
      settings.accuracy_sample_count_override != 0 ? settings.accuracy_sample_count_override : counts.total;
  effective.sample_concatenate_permutation = settings.equal_issue;
  effective.use_token_latencies = settings.use_token_latencies;
  effective.ttft_latency_ns = settings.server_rules.ttft_latency_ns;
  effective.tpot_latency_ns = settings.server_rules.tpot_latency_ns;
  effective.infer_token_latencies = settings.infer_token_latencies;
  effective.token_latency_scaling_factor = settings.token_scaling_factor;
  FillScenario(settings, effective, messages);
  FillCounts(settings, counts, effective);
  CheckIssueOrder(settings, effective, messages);
  if (settings.test05) {
    messages.push_back({"warning_generic_message", "Test05 flag detected Overriding random seeds", false});
  }
  return effective;
}

Result<load::PlanSettings> PlanOf(const RunSettings& settings, const record::MlperfEffective& effective,
                                  const SampleCounts& counts, MlperfMode mode) {
  ASSAY_TRY(min_duration_ns, Nanoseconds(settings.min_duration_ms, "min_duration_ms"));
  ASSAY_TRY(max_duration_ns, Nanoseconds(settings.max_duration_ms, "max_duration_ms"));
  load::PlanSettings plan;
  plan.scenario = ScenarioOf(settings, effective);
  plan.mode = mode == MlperfMode::kAccuracyOnly ? spec::Mode::kAccuracy : spec::Mode::kPerformance;
  plan.seeds = {effective.qsl_rng_seed, effective.sample_index_rng_seed, effective.schedule_rng_seed,
                effective.accuracy_log_rng_seed};
  plan.order = OrderOf(settings);
  plan.equal_counts = settings.equal_issue;
  plan.same_index = settings.same_index;
  plan.min_duration_ns = min_duration_ns;
  plan.max_duration_ns = max_duration_ns;
  plan.min_query_count = settings.min_query_count;
  plan.max_query_count = settings.max_query_count;
  plan.total_sample_count = counts.total;
  plan.performance_sample_count = counts.performance;
  plan.performance_sample_count_override = settings.performance_sample_count_override;
  plan.accuracy_sample_count_override = settings.accuracy_sample_count_override;
  plan.plan_contradictions = true;
  return plan;
}

std::vector<std::string> Contradictions(const RunSettings& settings, const record::MlperfEffective& effective,
                                        const SampleCounts& counts) {
  std::vector<std::string> found;
  const std::string minimum = std::to_string(effective.min_query_count);
  if (effective.mode != MlperfMode::kAccuracyOnly) {
    if (settings.max_query_count != 0 && settings.max_query_count < effective.min_query_count) {
      found.push_back("max_query_count " + std::to_string(settings.max_query_count) +
                      " is below the effective minimum of " + minimum + " queries: the run can never be VALID");
    }
    if (settings.max_duration_ms != 0 && settings.max_duration_ms < settings.min_duration_ms &&
        settings.scenario != MlperfScenario::kOffline) {
      found.push_back("max_duration_ms " + std::to_string(settings.max_duration_ms) + " is below min_duration_ms " +
                      std::to_string(settings.min_duration_ms) + ": the run can never be VALID");
    }
    const std::uint64_t set = std::min(effective.performance_sample_count, counts.total);
    if (settings.issue_unique && settings.scenario != MlperfScenario::kOffline && settings.issue_same == false &&
        set / std::max<std::uint64_t>(1, effective.samples_per_query) + 1 < effective.min_query_count) {
      found.push_back("the loaded set of " + std::to_string(set) + " samples gives fewer unique queries than the " +
                      minimum + " of min_query_count: the run can never be VALID");
    }
  }
  if (effective.mode != MlperfMode::kPerformanceOnly && effective.mode != MlperfMode::kFindPeak &&
      settings.issue_same) {
    found.push_back("performance_issue_same also applies to accuracy: every query of it takes one and the same sample");
  }
  if (settings.infer_token_latencies && settings.token_scaling_factor == 0) {
    found.push_back("infer_token_latencies is on and token_latency_scaling_factor is 0: inferred tokens will be 0");
  }
  return found;
}

}  // namespace assay::loadgen
