// SPDX-License-Identifier: Apache-2.0
#include "loadgen/run_settings.h"

#include <gtest/gtest.h>

#include <tuple>

namespace assay::loadgen {
namespace {

// All 42 fields of the API and the modes: count them when one is added.
auto Fields(mlperf::TestSettings& s) {
  return std::tie(s.scenario, s.mode, s.single_stream_expected_latency_ns, s.single_stream_target_latency_percentile,
                  s.multi_stream_expected_latency_ns, s.multi_stream_target_latency_percentile,
                  s.multi_stream_samples_per_query, s.server_target_qps, s.server_target_latency_ns,
                  s.server_target_latency_percentile, s.server_coalesce_queries,
                  s.server_find_peak_qps_decimals_of_precision, s.server_find_peak_qps_boundary_step_size,
                  s.server_max_async_queries, s.server_num_issue_query_threads, s.offline_expected_qps,
                  s.sample_concatenate_permutation, s.min_duration_ms, s.max_duration_ms, s.min_query_count,
                  s.max_query_count, s.qsl_rng_seed, s.sample_index_rng_seed, s.schedule_rng_seed,
                  s.accuracy_log_rng_seed, s.accuracy_log_probability, s.accuracy_log_sampling_target, s.test05,
                  s.test05_qsl_rng_seed, s.test05_sample_index_rng_seed, s.test05_schedule_rng_seed,
                  s.print_timestamps, s.performance_issue_unique, s.performance_issue_same,
                  s.performance_issue_same_index, s.performance_sample_count_override,
                  s.accuracy_sample_count_override, s.use_token_latencies, s.server_ttft_latency,
                  s.server_tpot_latency, s.infer_token_latencies, s.token_latency_scaling_factor);
}

// A value that differs from the default and from that of every other field.
template <class Field>
void Change(Field& field, int number) {
  if constexpr (std::is_same_v<Field, bool>) {
    field = !field;
  } else if constexpr (std::is_enum_v<Field>) {
    field = static_cast<Field>((static_cast<int>(field) + 1) % 4);
  } else {
    field = static_cast<Field>(1000 + number);
  }
}

TEST(RunSettings, EveryFieldGoesThereAndComesBack) {
  mlperf::TestSettings changed;
  constexpr std::size_t kCount = std::tuple_size_v<decltype(Fields(changed))>;
  static_assert(kCount == 42);
  const auto check = [&]<std::size_t I>() {
    mlperf::TestSettings one;  // this field alone, so that no two are mixed up
    Change(std::get<I>(Fields(one)), static_cast<int>(I));
    mlperf::TestSettings back = ToTestSettings(FromTestSettings(one));
    EXPECT_EQ(Fields(back), Fields(one)) << "field " << I;
    Change(std::get<I>(Fields(changed)), static_cast<int>(I));
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) { (check.template operator()<I>(), ...); }(
      std::make_index_sequence<kCount>());
  mlperf::TestSettings back = ToTestSettings(FromTestSettings(changed));
  EXPECT_EQ(Fields(back), Fields(changed));
}

record::MlperfEffective Effective(const mlperf::TestSettings& settings, SampleCounts counts) {
  std::vector<SettingsMessage> messages;
  return EffectiveSettings(FromTestSettings(settings), counts, messages);
}

// Right values: PyPI mlcommons_loadgen 6.0.17, equal issue with a set of 8 and no minimum duration.
TEST(RunSettings, EqualIssueAddsAWholeSetInSingleStream) {
  const std::pair<std::uint64_t, std::uint64_t> cases[] = {{4, 8}, {8, 16}, {9, 16}, {16, 24}};
  for (const auto& [asked, effective] : cases) {
    mlperf::TestSettings settings;
    settings.sample_concatenate_permutation = true;
    settings.min_duration_ms = 0;
    settings.min_query_count = asked;
    EXPECT_EQ(Effective(settings, {8, 8}).min_query_count, effective);
  }
}

TEST(RunSettings, SaysBeforeTheRunWhatCanNeverBeValid) {
  mlperf::TestSettings settings;
  settings.sample_concatenate_permutation = true;
  settings.min_duration_ms = 0;
  settings.min_query_count = settings.max_query_count = 5;
  const auto found = Contradictions(FromTestSettings(settings), Effective(settings, {8, 8}), {8, 8});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], "max_query_count 5 is below the effective minimum of 8 queries: the run can never be VALID");
  EXPECT_TRUE(Contradictions(FromTestSettings({}), Effective({}, {8, 8}), {8, 8}).empty());
}

// The factor of inferred tokens is uninitialised in the official program.
TEST(RunSettings, NothingIsUninitialised) {
  EXPECT_EQ(mlperf::TestSettings().token_latency_scaling_factor, 0u);
  mlperf::TestSettings settings;
  settings.infer_token_latencies = true;
  EXPECT_EQ(Contradictions(FromTestSettings(settings), Effective(settings, {8, 8}), {8, 8}).size(), 1u);
}

// 64-bit seeds pass through text and value as they are: one official seed is above 2^63.
TEST(RunSettings, SeedsKeepTheir64Bits) {
  mlperf::TestSettings settings;
  settings.schedule_rng_seed = 16159082839903944936u;
  EXPECT_EQ(Effective(settings, {8, 8}).schedule_rng_seed, 16159082839903944936u);
}

}  // namespace
}  // namespace assay::loadgen
