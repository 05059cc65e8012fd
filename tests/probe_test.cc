// SPDX-License-Identifier: Apache-2.0
#include "load/probe.h"

#include <gtest/gtest.h>

#include "base/manual_clock.h"
#include "fakes/hostile_executor.h"
#include "fakes/scripted_executor.h"

namespace assay::load {
namespace {

constexpr std::int64_t kMs = 1'000'000;

Result<std::unique_ptr<Executor>> MakeSystem(std::string_view name, Clock& clock,
                                             std::vector<std::pair<std::string, std::string>> options,
                                             std::uint32_t max_batch = 1) {
  for (const ExecutorInfo* info : AllExecutors()) {
    if (info->name != name) continue;
    ExecutorOptions arguments;
    arguments.options = std::move(options);
    arguments.max_batch = max_batch;
    return info->make(arguments, nullptr, clock);
  }
  return Fail(ErrorCode::kUnknownName, std::string(name));
}

// Hand arithmetic: 10 ms for one sample, 1 ms more for each further one of a batch of at most 32. A full batch takes
// 41 ms, so 32 samples in 41 ms = 780.49 a second, however many batches follow each other.
TEST(Probe, FindsLatencyAndRate) {
  base::ManualClock clock;
  auto system = MakeSystem("synthetic", clock, {{"mean", "10ms"}, {"per_item", "0.1"}, {"output", "score"}}, 32);
  ASSERT_TRUE(system.has_value()) << system.error().what;
  const auto outcome = Probe({.indices = {4, 9}}, **system, clock, {});
  ASSERT_TRUE(outcome.has_value()) << outcome.error().what;
  EXPECT_EQ(outcome->query_latency_ns, 10e6);
  EXPECT_NEAR(outcome->samples_per_second, 32 / 0.041, 1e-6);
  EXPECT_EQ(outcome->first_status, SampleStatus::kOk);
  EXPECT_EQ(outcome->first_output.size(), sizeof(float));
  EXPECT_EQ(outcome->errors, 0u);
}

TEST(Probe, LeavesOutTheWarmUp) {
  base::ManualClock clock;
  fakes::ScriptedExecutor system({90 * kMs, 20 * kMs, 12 * kMs, 30 * kMs}, fakes::Answers::kLater, clock);
  const auto outcome = Probe({.indices = {0}, .queries = 4, .most_at_once = 1}, system, clock, {});
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->query_latency_ns, 12e6);
}

TEST(Probe, EndsEarlyWithASlowSystem) {
  base::ManualClock clock;
  fakes::ScriptedExecutor system({3'000 * kMs}, fakes::Answers::kLater, clock);
  const auto outcome = Probe({.indices = {0}}, system, clock, {});
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->query_latency_ns, 3e9);
  EXPECT_EQ(outcome->answered, 2u + 16u) << "two queries one at a time, then one of 16 samples";
}

TEST(Probe, TellsNoImpossibleNumbers) {
  base::ManualClock clock;
  auto system = MakeSystem("null", clock, {});
  const auto outcome = Probe({.indices = {0}}, **system, clock, {});
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->query_latency_ns, kLeastProbedLatencyNs);
  EXPECT_EQ(outcome->samples_per_second, kMostProbedRate);
}

TEST(Probe, SaysWhenTheSystemDoesNotAnswer) {
  base::ManualClock clock;
  fakes::HostileExecutor silent(fakes::Fault::kLoses, 0);
  auto outcome = Probe({.indices = {0}}, silent, clock, {.lost_after_ns = 100 * kMs});
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code, ErrorCode::kSutFailed);
  EXPECT_TRUE(outcome.error().what.starts_with("query 0 wasn't answered within 100ms")) << outcome.error().what;

  auto failing = MakeSystem("synthetic", clock, {{"error_rate", "1"}});
  outcome = Probe({.indices = {0}}, **failing, clock, {});
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().what,
            "the system answered none of 8 probing queries well: each query ended in an error, the first with number 1");
}

TEST(Probe, RefusesAnEmptyPlan) {
  base::ManualClock clock;
  fakes::ScriptedExecutor system({1}, fakes::Answers::kInline, clock);
  EXPECT_EQ(Probe({}, system, clock, {}).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(Probe({.indices = {0}, .queries = 0}, system, clock, {}).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace assay::load
