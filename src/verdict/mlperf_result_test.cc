// SPDX-License-Identifier: Apache-2.0
#include "verdict/mlperf_result.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/golden_cases.h"
#include "random/splitmix.h"

namespace assay::verdict {
namespace {

using metric::GoldenCase;

std::vector<std::int64_t> Generate(const base::JsonValue& generator) {
  const auto argument = [&](std::size_t i) { return generator.items()[i].AsUint64().value(); };
  const std::uint64_t base = argument(2), spread = argument(3), every = argument(4), tail = argument(5);
  const std::uint64_t seed = argument(6);
  std::vector<std::int64_t> latencies;
  for (std::uint64_t i = 0, count = argument(1); i < count; ++i) {
    std::uint64_t latency = base + random::SplitMixAt(seed, i) % spread;
    if (every > 0 && i % every == every - 1) latency += tail;
    latencies.push_back(static_cast<std::int64_t>(latency));
  }
  return latencies;
}

// A complete run with these latencies, one sample a query; the last query is due and issued at the given times.
record::RunRecord RunWith(const std::vector<std::int64_t>& latencies, std::int64_t last_due_ns, std::int64_t last_issued_ns,
                      bool one_query = false) {
  record::RunRecord run;
  run.end = record::EndState::kComplete;
  const std::size_t queries = one_query ? 1 : latencies.size();
  run.samples_per_query = one_query ? latencies.size() : 1;
  run.due_ns.assign(queries, 0);
  run.issued_ns.assign(queries, 0);
  run.due_ns.back() = last_due_ns;
  run.issued_ns.back() = last_issued_ns;
  run.issue_returned_ns = run.issued_ns;
  for (std::size_t i = 0; i < latencies.size(); ++i) {
    run.sample_index.push_back(i);
    run.done_ns.push_back(latencies[i] + run.due_ns[one_query ? 0 : i]);
    run.status.push_back(SampleStatus::kOk);
    run.error.push_back(0);
  }
  return run;
}

spec::Scenario ScenarioOf(std::string_view name) {
  if (name == "SingleStream") return spec::SingleStream{};
  if (name == "MultiStream") return spec::MultiStream{};
  if (name == "Server") return spec::Server{};
  return spec::Offline{};
}

class Checker {
 public:
  Checker(const GoldenCase& golden, const MlperfResult& result) : golden_(golden), result_(result) {}

  void Flag(const char* key, bool found) const {
    if (const auto* value = golden_.expected.Find(key)) {
      EXPECT_EQ(value->AsBool(), found) << golden_.id << " " << key;
    }
  }
  void Integer(const std::string& key, std::optional<std::int64_t> found) const {
    if (const auto* value = golden_.expected.Find(key)) {
      EXPECT_EQ(value->AsInt64(), found.value_or(0)) << golden_.id << " " << key;  // LoadGen keeps 0 for none
    }
  }
  void Double(const char* key, std::optional<double> found) const {
    const auto* value = golden_.expected.Find(key);
    if (value == nullptr) return;
    const double expected = value->AsDouble().value();
    ASSERT_TRUE(found.has_value()) << golden_.id << " " << key;
    EXPECT_NEAR(*found, expected, 5e-6 * expected) << golden_.id << " " << key;
  }
  void Percentiles(const char* suffix) const {
    for (const auto& [share, latency] : result_.percentile_ns) {
      char key[64];
      std::snprintf(key, sizeof key, "result_%.2f_percentile_%s", 100 * share, suffix);
      Integer(key, latency);
    }
  }

 private:
  const GoldenCase& golden_;
  const MlperfResult& result_;
};

void CheckAll(const GoldenCase& golden, const std::string& scenario, const MlperfResult& result) {
  const Checker check(golden, result);
  const bool streams = scenario == "MultiStream";
  check.Flag("result_min_duration_met", result.min_duration_met);
  check.Flag("result_min_queries_met", result.min_queries_met);
  check.Flag("result_perf_constraints_met", result.perf_constraints_met);
  check.Flag("early_stopping_met", result.early_stopping_met);
  EXPECT_EQ(golden.expected.Find("result_validity")->AsString(), result.Valid() ? "VALID" : "INVALID") << golden.id;
  EXPECT_EQ(result.Reason().empty(), result.Valid()) << golden.id;
  check.Integer("result_query_count", static_cast<std::int64_t>(result.queries));
  check.Integer("result_overlatency_query_count", static_cast<std::int64_t>(result.overlatency.value_or(0)));
  check.Integer("queries_more", static_cast<std::int64_t>(result.queries_more.value_or(0)));
  check.Integer(streams ? "result_min_query_latency_ns" : "result_min_latency_ns", result.min_ns);
  check.Integer(streams ? "result_max_query_latency_ns" : "result_max_latency_ns", result.max_ns);
  check.Integer(streams ? "result_mean_query_latency_ns" : "result_mean_latency_ns", result.mean_ns);
  check.Percentiles(streams ? "per_query_latency_ns" : "latency_ns");
  if (scenario == "SingleStream") {
    check.Integer("early_stopping_latency_ss", result.early_stopping_ns);
    check.Integer("early_stopping_latency_ms", result.early_stopping_p99_ns);
    check.Double("result_qps_with_loadgen_overhead", result.qps_with_overhead);
    check.Double("result_qps_without_loadgen_overhead", result.qps_without_overhead);
  }
  if (streams) check.Integer("early_stopping_latency_ms", result.early_stopping_ns);
  check.Double("result_scheduled_samples_per_sec", result.scheduled_qps);
}

// Right values: tests/golden/verdict/mlperf_results.jsonl, LoadGen 6.0.17. The cases fix the last answer's time apart
// from its latency, so Server's completed rate is checked in a second run where the last query is due accordingly.
TEST(MlperfResult, EqualsLoadGen) {
  int checked = 0;
  for (const GoldenCase& golden : metric::ReadGolden("verdict/mlperf_results.jsonl")) {
    const auto seconds = [&](const char* key) {
      const auto* value = golden.params.Find(key);
      return value == nullptr ? 0 : std::llround(value->AsDouble().value() * 1e9);
    };
    const auto number = [&](const char* key) { return golden.params.Find(key)->AsUint64().value(); };
    const std::string scenario(golden.params.Find("scenario")->AsString().value());
    const auto latencies = Generate(*golden.in.Find("latency_gen"));
    MlperfSettings settings;
    settings.percentile = scenario == "SingleStream" ? 0.90 : 0.99;
    if (const auto* stated = golden.params.Find("server_target_latency_percentile")) {
      settings.percentile = stated->AsDouble().value();
    }
    if (scenario == "Server") {
      settings.target_latency_ns = golden.params.Find("server_target_latency_ns")->AsInt64();
    }
    settings.min_duration_ns = static_cast<std::int64_t>(number("min_duration_ms")) * 1'000'000;
    settings.min_query_count = number("min_query_count");
    settings.min_sample_count = number("min_sample_count");
    const auto run = RunWith(latencies, seconds("final_sched"), seconds("final_issued"), scenario == "Offline");
    const auto result = SummarizeMlperf(run, ScenarioOf(scenario), settings);
    ASSERT_TRUE(result.has_value()) << golden.id;
    CheckAll(golden, scenario, *result);
    if (scenario == "Server") {
      const auto late = RunWith(latencies, seconds("final_done") - latencies.back(), seconds("final_issued"));
      const auto completed = SummarizeMlperf(late, spec::Server{}, settings);
      Checker(golden, *completed).Double("result_completed_samples_per_sec", completed->value);
    }
    ++checked;
  }
  EXPECT_EQ(checked, 35);
}

// 64 queries in SingleStream are the fewest with an estimate at 0.90, and it is the maximum; 0.99 needs 662.
TEST(MlperfResult, SingleStreamNeeds64) {
  std::vector<std::int64_t> latencies;
  for (std::int64_t i = 1; i <= 63; ++i) latencies.push_back(i);
  const MlperfSettings settings{.percentile = 0.90, .target_latency_ns = {}};
  const auto few = SummarizeMlperf(RunWith(latencies, 1000, 1000), spec::SingleStream{}, settings);
  EXPECT_FALSE(few->early_stopping_met);
  EXPECT_EQ(few->queries_more, 1u);
  EXPECT_EQ(few->Reason(), "early stopping not met (1 more queries)");
  latencies.push_back(64);
  const auto enough = SummarizeMlperf(RunWith(latencies, 1000, 1000), spec::SingleStream{}, settings);
  EXPECT_TRUE(enough->Valid());
  EXPECT_EQ(enough->early_stopping_ns, 64);
  EXPECT_FALSE(enough->early_stopping_p99_ns.has_value());
  EXPECT_EQ(enough->metric, "90th percentile latency (ns)");
}

TEST(MlperfResult, MultiStreamCountsQueries) {
  record::RunRecord run = RunWith(std::vector<std::int64_t>(661, 5), 1000, 1000);
  const auto few = SummarizeMlperf(run, spec::MultiStream{}, MlperfSettings{});
  EXPECT_FALSE(few->early_stopping_met);
  run = RunWith(std::vector<std::int64_t>(662, 5), 1000, 1000);
  EXPECT_TRUE(SummarizeMlperf(run, spec::MultiStream{}, MlperfSettings{})->early_stopping_met);
}

// 100 samples, the last after half a second: 200 samples per second.
TEST(MlperfResult, OfflineDividesByTheLongestLatency) {
  std::vector<std::int64_t> latencies(100, 1'000'000);
  latencies[17] = 500'000'000;
  const auto result = SummarizeMlperf(RunWith(latencies, 0, 0, true), spec::Offline{}, MlperfSettings{});
  EXPECT_DOUBLE_EQ(*result->value, 200);
  EXPECT_EQ(result->queries, 1u);
}

TEST(MlperfResult, RefusesWhatLoadGenHasNoWordFor) {
  record::RunRecord run = RunWith({1, 2, 3}, 10, 10);
  EXPECT_EQ(SummarizeMlperf(run, spec::OwnTraffic{}, {}).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(SummarizeMlperf(run, spec::MultiStream{.interval_ns = 5}, {}).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(SummarizeMlperf(run, spec::Server{}, {}).error().code, ErrorCode::kUnsupported);
  run.done_ns[1] = -1;
  EXPECT_EQ(SummarizeMlperf(run, spec::SingleStream{}, {}).error().code, ErrorCode::kRunInvalid);
  EXPECT_EQ(SummarizeMlperf({}, spec::SingleStream{}, {}).error().code, ErrorCode::kEmpty);
  run.samples_per_query = 0;  // as only a damaged record says
  EXPECT_EQ(SummarizeMlperf(run, spec::SingleStream{}, {}).error().code, ErrorCode::kBadRecord);
}

}  // namespace
}  // namespace assay::verdict
