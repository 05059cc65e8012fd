// SPDX-License-Identifier: Apache-2.0
#include "run/cell_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "run/example_run_test.h"

namespace assay::run {
namespace {

// A spec with one traffic entry, its keys as given.
spec::Spec WithTraffic(const std::string& keys) {
  auto spec = spec::ReadSpecText("assay: spec/1\ntask: {name: t, kind: binary}\nsystems: [{id: a, executor: synthetic}]\n"
                                 "traffic:\n  - {name: load, " + keys + "}\n",
                                 "spec.yaml", {});
  if (spec) return *std::move(spec);
  for (const Error& error : spec.error()) ADD_FAILURE() << error.what;
  return {};
}

Results<CellPlan> CellPlanOf(const spec::Spec& spec, std::uint64_t samples = 100) {
  return PlanCell(spec, spec.traffic.at(0), samples, std::nullopt);
}

struct CountCase {
  const char* traffic;
  std::uint64_t least;
};

// Early stopping's minima with one query over the bound (MLPerf rules, appendix Early Stopping): p90 64, p95 130,
// p99 662, p99.9 6636.
constexpr CountCase kCountCases[] = {
    {"scenario: SingleStream, duration: 1s", 64},
    {"scenario: MultiStream, duration: 1s", 662},
    {"scenario: Server, rate: 10/s, duration: 1s", 662},
    {"scenario: Server, rate: 10/s, duration: 1s, latency: {percentile: 0.9, at_most: 1ms}", 64},
    {"scenario: Server, rate: 10/s, duration: 1s, latency: {percentile: 0.95, at_most: 1ms}", 130},
    {"scenario: Server, rate: 10/s, duration: 1s, latency: {percentile: 0.999, at_most: 1ms}", 6636},
    {"scenario: Server, rate: 10/s, duration: 1s, min_queries: 5", 5},
    {"scenario: Offline, duration: 1s", 1},
    {"arrivals: constant, rate: 10/s, duration: 1s", 1},
};

TEST(MinQueryCount, IsWhatEarlyStoppingNeeds) {
  for (const CountCase& c : kCountCases) {
    EXPECT_EQ(MinQueryCount(WithTraffic(c.traffic).traffic.at(0)), c.least) << c.traffic;
  }
}

TEST(NeedsProbe, OnlyWhereTheSizeDependsOnTheSystemsSpeed) {
  const auto needs = [](const std::string& keys) { return NeedsProbe(WithTraffic(keys).traffic.at(0)); };
  EXPECT_TRUE(needs("scenario: SingleStream, duration: 1s"));
  EXPECT_FALSE(needs("scenario: SingleStream, duration: 1s, expected_latency: 1ms"));
  EXPECT_TRUE(needs("scenario: MultiStream, duration: 1s"));
  EXPECT_FALSE(needs("scenario: MultiStream, duration: 1s, streams: 8, interval: 50ms"));
  EXPECT_TRUE(needs("scenario: Offline, duration: 1s"));
  EXPECT_FALSE(needs("scenario: Offline, duration: 1s, expected_rate: 100/s"));
  EXPECT_FALSE(needs("scenario: Server, rate: 10/s, duration: 1s"));
  EXPECT_FALSE(needs("arrivals: constant, rate: 10/s, duration: 1s"));
}

TEST(PlanCell, WithoutAProbeTheSpeedIsMissing) {
  const spec::Spec spec = WithTraffic("scenario: Offline, duration: 1s");
  const auto plan = CellPlanOf(spec);
  ASSERT_FALSE(plan.has_value());
  ASSERT_EQ(plan.error().size(), 1u);
  EXPECT_EQ(plan.error()[0].code, ErrorCode::kMissingKey);
  EXPECT_EQ(plan.error()[0].where.at(0).path, "traffic.load");
  EXPECT_EQ(plan.error()[0].where.at(0).file, "spec.yaml");
  EXPECT_EQ(plan.error()[0].where.at(0).line, 5);
}

// A probe that found 100 samples a second sizes for 2.5 times as many: 1.1 x 1 s x 250.
TEST(PlanCell, AProbeSizesAnOfflineQueryWithAMargin) {
  const spec::Spec spec = WithTraffic("scenario: Offline, duration: 1s");
  load::ProbeOutcome probe;
  probe.samples_per_second = 100;
  const auto plan = PlanCell(spec, spec.traffic.at(0), 10, probe);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->series.schedule.queries(), 1u);
  EXPECT_EQ(plan->series.schedule.sample_index.size(), 275u);
  EXPECT_EQ(plan->size_origin, "probe");
}

TEST(PlanCell, AStatedSpeedNeedsNoProbe) {
  const auto plan = CellPlanOf(WithTraffic("scenario: Offline, duration: 1s, expected_rate: 100/s"));
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->series.schedule.sample_index.size(), 110u);  // LoadGen: 1.1 x duration x rate
  EXPECT_EQ(plan->size_origin, "spec");
  EXPECT_FALSE(plan->rate_asked.has_value());
}

TEST(PlanCell, ServerAsksAtItsRate) {
  const auto plan = CellPlanOf(WithTraffic("scenario: Server, rate: 50/s, duration: 1s, min_queries: 3"));
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->rate_asked, 50.0);
  EXPECT_EQ(plan->min_query_count, 3u);
  EXPECT_EQ(plan->min_duration_ns, 1'000'000'000);
  EXPECT_GE(plan->series.schedule.due_ns.back(), 1'000'000'000);
}

// Own traffic issues what its arrivals hold; the duration and rate decide, not early stopping.
TEST(PlanCell, OwnTrafficHasTheSizeOfItsArrivals) {
  const auto plan = CellPlanOf(WithTraffic("arrivals: constant, rate: 10/s, duration: 1s"));
  ASSERT_TRUE(plan.has_value());
  const auto& due = plan->series.schedule.due_ns;
  EXPECT_EQ(plan->min_query_count, due.size());
  ASSERT_GE(due.size(), 2u);
  for (std::size_t i = 1; i < due.size(); ++i) EXPECT_EQ(due[i] - due[i - 1], 100'000'000);
}

TEST(PlanCell, ATraceIsReplayedEndToEnd) {
  const TestFolder folder;
  std::ofstream(folder.In("trace.csv")) << "t\n0\n0.5\n0.75\n2\n";
  spec::Spec spec = WithTraffic("arrivals: {replay: {file: trace.csv, speed: 2}}");
  spec.file = folder.In("spec.yaml");
  const auto plan = CellPlanOf(spec);
  ASSERT_TRUE(plan.has_value()) << plan.error().at(0).what;
  EXPECT_EQ(plan->series.schedule.due_ns, (std::vector<std::int64_t>{0, 250'000'000, 375'000'000, 1'000'000'000}));
  EXPECT_FALSE(plan->rate_asked.has_value());
}

TEST(PlanCell, AMissingTraceIsNamed) {
  spec::Spec spec = WithTraffic("arrivals: {replay: {file: nothing_there.csv}}");
  const auto plan = CellPlanOf(spec);
  ASSERT_FALSE(plan.has_value());
  EXPECT_EQ(plan.error().at(0).code, ErrorCode::kNotFound);
}

TEST(PlanCell, TheAccuracyPassAsksEachCaseOnce) {
  spec::Spec spec = WithTraffic("scenario: Offline, duration: 1s");
  spec.traffic[0].mode = spec::Mode::kAccuracy;
  const auto plan = CellPlanOf(spec, 37);
  ASSERT_TRUE(plan.has_value()) << plan.error().at(0).what;
  const auto& asked = plan->series.schedule.sample_index;
  EXPECT_EQ(asked.size(), 37u);
  EXPECT_EQ(std::set(asked.begin(), asked.end()).size(), 37u);
  EXPECT_EQ(*std::ranges::max_element(asked), 36u);
  EXPECT_EQ(plan->size_origin, "data");
  EXPECT_EQ(plan->min_duration_ns, 0);
}

struct RefusalCase {
  const char* traffic;
  const char* path;
  ErrorCode code;
};

// Whatever the planner calls its settings, the user reads the key that was written.
constexpr RefusalCase kRefusals[] = {
    {"scenario: Server, rate: 1000000000/s, duration: 10000h", "traffic.load.rate", ErrorCode::kOutOfRange},
    {"scenario: SingleStream, expected_latency: 1ns, duration: 10000h", "traffic.load.expected_latency",
     ErrorCode::kOutOfRange},
    {"scenario: Offline, expected_rate: 1000000000/s, duration: 10000h", "traffic.load.expected_rate",
     ErrorCode::kOutOfRange},
    {"scenario: MultiStream, streams: 8, interval: 1ns, duration: 10000h", "traffic.load.interval",
     ErrorCode::kOutOfRange},
    {"scenario: Server, rate: 10/s, min_queries: 18446744073709551615", "traffic.load.min_queries",
     ErrorCode::kOutOfRange},
    {"scenario: Server, rate: 10/s, duration: 1s, issue: {order: same, same_index: 100}",
     "traffic.load.issue.same_index", ErrorCode::kOutOfRange},
    {"scenario: Server, rate: 10/s, min_queries: 500, issue: {order: unique}", "traffic.load.min_queries",
     ErrorCode::kContradiction},
    {"arrivals: constant, rate: 1000000000/s, duration: 10000h", "traffic.load", ErrorCode::kOutOfRange},  // of both
};

TEST(PlanCell, RefusesByTheSpecsKey) {
  for (const RefusalCase& c : kRefusals) {
    auto spec = spec::ReadSpecText(
        "assay: spec/1\ntask: {name: t, kind: binary}\nsystems: [{id: a, executor: synthetic}]\ntraffic:\n  - {name: load, " +
            std::string(c.traffic) + "}\n",
        "spec.yaml", {});
    ASSERT_TRUE(spec.has_value()) << c.traffic << ": " << spec.error().at(0).what;
    const auto plan = CellPlanOf(*spec);
    ASSERT_FALSE(plan.has_value()) << c.traffic;
    const Error& error = plan.error().at(0);
    EXPECT_EQ(error.code, c.code) << c.traffic;
    ASSERT_FALSE(error.where.empty()) << c.traffic;
    EXPECT_EQ(error.where[0].path, c.path) << c.traffic << ": " << error.what;
    EXPECT_EQ(error.where[0].line, 5) << c.traffic;
    for (const char* name : {"_qps", "_ns", "query_count", "sample_count"}) {
      EXPECT_EQ((error.what + error.hint).find(name), std::string::npos) << error.what << " / " << error.hint;
    }
  }
}

}  // namespace
}  // namespace assay::run
