// SPDX-License-Identifier: Apache-2.0
#include "load/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay::load {
namespace {

using nlohmann::json;

json Golden(const std::string& name) {
  std::ifstream file(ASSAY_GOLDEN_DIR "/loadgen/" + name);
  return json::parse(file);
}

// The names and defaults of LoadGen's TestSettings live in this test alone.
PlanSettings FromTestSettings(const json& s) {
  const auto count = [&](const char* key, std::uint64_t fallback) {
    return s.value(key, fallback);
  };
  PlanSettings settings;
  const std::string scenario = s.at("scenario");
  if (scenario == "SingleStream") {
    settings.scenario = spec::SingleStream{s.value("single_stream_expected_latency_ns", 1e6)};
  } else if (scenario == "MultiStream") {
    settings.scenario = spec::MultiStream{count("multi_stream_samples_per_query", 8),
                                          s.value("multi_stream_expected_latency_ns", 8e6), 0};
  } else if (scenario == "Server") {
    settings.scenario = spec::Server{s.value("server_target_qps", 1.0), "Server"};
  } else {
    settings.scenario = spec::Offline{s.value("offline_expected_qps", 1.0)};
  }
  const std::string mode = s.value("mode", "PerformanceOnly");
  const bool test05 = count("test05", 0) != 0;
  if (mode == "AccuracyOnly" && !test05) settings.mode = spec::Mode::kAccuracy;
  if (mode == "SubmissionRun" && !test05) settings.mode = spec::Mode::kSubmission;
  const std::string prefix = test05 ? "test05_" : "";
  settings.seeds.qsl = count((prefix + "qsl_rng_seed").c_str(), 0);
  settings.seeds.sample_index = count((prefix + "sample_index_rng_seed").c_str(), 0);
  settings.seeds.schedule = count((prefix + "schedule_rng_seed").c_str(), 0);
  if (count("sample_concatenate_permutation", 0) != 0) settings.order = spec::IssueOrder::kEqual;
  if (count("performance_issue_same", 0) != 0) settings.order = spec::IssueOrder::kSame;
  if (count("performance_issue_unique", 0) != 0) settings.order = spec::IssueOrder::kUnique;
  settings.same_index = count("performance_issue_same_index", 0);
  settings.min_duration_ns = static_cast<std::int64_t>(count("min_duration_ms", 10000)) * 1'000'000;
  settings.min_query_count = count("min_query_count", 100);
  settings.max_query_count = count("max_query_count", 0);
  settings.total_sample_count = s.at("total");
  settings.performance_sample_count = s.at("perf");
  settings.performance_sample_count_override = count("performance_sample_count_override", 0);
  settings.accuracy_sample_count_override = count("accuracy_sample_count_override", 0);
  settings.plan_contradictions = true;
  return settings;
}

std::vector<std::uint64_t> Query(const json& query) {
  if (query.is_array()) return query.get<std::vector<std::uint64_t>>();
  return {query.get<std::uint64_t>()};
}

// How many queries the run has issued when its stop rule ends it, for a system that answers at
// once.
std::uint64_t Issued(const Series& series) {
  std::uint64_t issued = series.schedule.queries();
  if (series.stop.min_duration_ns == 0) issued = std::min(issued, series.stop.min_query_count);
  if (series.stop.max_query_count != 0) issued = std::min(issued, series.stop.max_query_count);
  return issued;
}

void ExpectSeries(const Series& series, const json& run, const json& effective, std::size_t number,
                  bool server) {
  EXPECT_EQ(series.load, run.at("load").get<std::vector<std::uint64_t>>());
  EXPECT_EQ(series.schedule.queries(),
            effective.at("generated_query_count")[number].get<std::uint64_t>());
  EXPECT_EQ(series.schedule.samples_per_query,
            effective.at("generated_samples_per_query")[number].get<std::uint64_t>());
  EXPECT_EQ(series.schedule.generated_duration_ns,
            effective.at("generated_query_duration")[number].get<std::int64_t>());
  if (!series.accuracy) {
    EXPECT_EQ(series.min_query_count,
              effective.at("effective_min_query_count").get<std::uint64_t>());
    EXPECT_EQ(series.min_sample_count,
              effective.at("effective_min_sample_count").get<std::uint64_t>());
  }
  const json& queries = run.at("queries");
  // SingleStream and MultiStream runs with a duration ended by the clock: their recording may hold
  // fewer.
  if (series.stop.min_duration_ns == 0) {
    EXPECT_EQ(Issued(series), queries.size());
  }
  ASSERT_LE(queries.size(), series.schedule.queries());
  for (std::uint64_t i = 0; i < queries.size(); ++i) {
    const auto samples = series.schedule.Samples(i);
    ASSERT_EQ(std::vector<std::uint64_t>(samples.begin(), samples.end()), Query(queries[i]))
        << "query " << i;
    if (server) {
      ASSERT_EQ(series.schedule.due_ns[i], run.at("sched_ns")[i].get<std::int64_t>())
          << "query " << i;
    }
  }
}

TEST(PlanRun, EqualsLoadGen) {
  // Right values: LoadGen 6.0.17 ran these; see tests/golden/loadgen/README.md.
  const json index = Golden("sequences/index.json");
  ASSERT_EQ(index.size(), 90u);
  for (const std::string name : index) {
    SCOPED_TRACE(name);
    const json golden = Golden("sequences/" + name + ".json");
    const auto plan = PlanRun(FromTestSettings(golden.at("settings")));
    ASSERT_TRUE(plan.has_value()) << plan.error().front().what;
    const json& runs = golden.at("runs");
    ASSERT_EQ(plan->size(), runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
      ExpectSeries((*plan)[i], runs[i], golden.at("effective"), i,
                   golden.at("settings").at("scenario") == "Server");
    }
  }
}

PlanSettings Small(spec::Scenario scenario) {
  PlanSettings settings;
  settings.scenario = std::move(scenario);
  settings.total_sample_count = settings.performance_sample_count = 64;
  settings.min_duration_ns = 0;
  return settings;
}

TEST(PlanRun, UnusedShufflesMoveTheOrder) {
  // Right values: LoadGen 6.0.17; the order changes when min_query_count passes the set size, and
  // only then.
  const json golden = Golden("order_by_min_query_count.json");
  PlanSettings settings = Small(spec::Server{5000, "Server"});
  settings.seeds = {golden.at("qsl_rng_seed"), golden.at("sample_index_rng_seed"),
                    golden.at("schedule_rng_seed"), 0};
  for (const auto& [count, right] : golden.at("by_min_query_count").items()) {
    settings.min_query_count = std::stoull(count);
    const auto plan = PlanRun(settings).value();
    const auto first10 = right.at("first10").get<std::vector<std::uint64_t>>();
    EXPECT_TRUE(std::equal(first10.begin(), first10.end(), plan[0].schedule.sample_index.begin()))
        << count;
    EXPECT_EQ(plan[0].schedule.generated_duration_ns,
              right.at("generated_query_duration_ns").get<std::int64_t>());
  }
}

TEST(PlanRun, OnlyTheLow32BitsOfASeedMatter) {
  PlanSettings settings = Small(spec::Server{5000, "Server"});
  settings.seeds = {42, 42, 42, 0};
  const auto plain = PlanRun(settings).value();
  settings.seeds = {4294967338u, 4294967338u, 4294967338u, 0};  // 2^32 + 42
  const auto wide = PlanRun(settings).value();
  EXPECT_EQ(plain[0].schedule.sample_index, wide[0].schedule.sample_index);
  EXPECT_EQ(plain[0].schedule.due_ns, wide[0].schedule.due_ns);
  EXPECT_EQ(plain[0].load, wide[0].load);
}

TEST(PlanRun, EqualIssueRaisesTheMinimum) {
  // Right values: LoadGen 6.0.17, SingleStream, 8 samples, no duration: a whole set is added even
  // to a multiple.
  PlanSettings settings = Small(spec::SingleStream{});
  settings.order = spec::IssueOrder::kEqual;
  settings.total_sample_count = settings.performance_sample_count = 8;
  const std::map<std::uint64_t, std::uint64_t> minima = {{4, 8}, {8, 16}, {9, 16}, {16, 24}};
  for (const auto& [asked, effective] : minima) {
    settings.min_query_count = asked;
    const auto plan = PlanRun(settings).value();
    EXPECT_EQ(plan[0].min_query_count, effective);
    ASSERT_EQ(plan[0].schedule.queries(), effective);
    for (std::uint64_t sample = 0; sample < 8; ++sample) {
      EXPECT_EQ(static_cast<std::uint64_t>(std::count(plan[0].schedule.sample_index.begin(),
                                                      plan[0].schedule.sample_index.end(), sample)),
                effective / 8);
    }
  }
  settings.min_query_count = settings.max_query_count = 5;
  const auto refused = PlanRun(settings);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()[0].code, ErrorCode::kContradiction);
  EXPECT_EQ(refused.error()[0].where[0].path, "max_query_count");
  EXPECT_EQ(refused.error()[0].what,
            "max_query_count 5 is below the effective minimum of 8 queries, so the run can never "
            "be VALID");
  settings.plan_contradictions = true;
  EXPECT_EQ(PlanRun(settings).value()[0].stop.max_query_count, 5u);
}

TEST(PlanRun, EqualIssueFillsTheDurationWithWholeSets) {
  // By LoadGen's rule: the smallest number of whole sets whose last query is due at or after the
  // duration.
  PlanSettings settings = Small(spec::Server{5000, "Server"});
  settings.order = spec::IssueOrder::kEqual;
  settings.min_query_count = 1;
  settings.min_duration_ns = 100'000'000;  // some 500 queries, 7.8 sets of 64
  const Series series = PlanRun(settings).value()[0];
  const std::uint64_t queries = series.schedule.queries();
  EXPECT_EQ(queries % 64, 0u);
  EXPECT_GE(series.schedule.due_ns[queries - 1], 100'000'000);
  ASSERT_GT(queries, 64u);
  EXPECT_LT(series.schedule.due_ns[queries - 65], 100'000'000);
  for (std::uint64_t sample = 0; sample < 64; ++sample) {
    EXPECT_EQ(static_cast<std::uint64_t>(std::count(series.schedule.sample_index.begin(),
                                                    series.schedule.sample_index.end(), sample)),
              queries / 64);
  }
}

ErrorCode CodeOf(const PlanSettings& settings, const std::string& setting) {
  const auto plan = PlanRun(settings);
  if (plan.has_value()) return ErrorCode::kInternal;
  EXPECT_EQ(plan.error()[0].where.at(0).path, setting) << plan.error()[0].what;
  return plan.error()[0].code;
}

TEST(PlanRun, RefusesRatesThatAreNone) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (double rate : {0.0, -5.0, std::nan(""), infinity, -infinity}) {
    EXPECT_EQ(CodeOf(Small(spec::Server{rate, "Server"}), "target_qps"), ErrorCode::kOutOfRange)
        << rate;
    EXPECT_EQ(CodeOf(Small(spec::Offline{rate}), "expected_qps"), ErrorCode::kOutOfRange) << rate;
    EXPECT_EQ(CodeOf(Small(spec::SingleStream{rate}), "expected_latency_ns"),
              ErrorCode::kOutOfRange)
        << rate;
    EXPECT_EQ(CodeOf(Small(spec::MultiStream{8, rate, 0}), "expected_latency_ns"),
              ErrorCode::kOutOfRange)
        << rate;
  }
}

TEST(PlanRun, RefusesSchedulesThatCantBe) {
  PlanSettings dense = Small(spec::Server{1e12, "Server"});
  dense.min_duration_ns = 600'000'000'000;
  EXPECT_EQ(CodeOf(dense, "target_qps"), ErrorCode::kOutOfRange);
  EXPECT_EQ(CodeOf(Small(spec::Server{1e-10, "Server"}), "target_qps"), ErrorCode::kOutOfRange);
  dense.scenario = spec::SingleStream{0.5};  // below 1 ns
  EXPECT_EQ(CodeOf(dense, "expected_latency_ns"), ErrorCode::kOutOfRange);
  dense.scenario = spec::Offline{1e300};
  EXPECT_EQ(CodeOf(dense, "expected_qps"), ErrorCode::kOutOfRange);
  EXPECT_EQ(CodeOf(Small(spec::MultiStream{0, 8e6, 0}), "samples_per_query"),
            ErrorCode::kOutOfRange);
  PlanSettings huge = Small(spec::SingleStream{});
  huge.min_query_count = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(CodeOf(huge, "min_query_count"), ErrorCode::kOutOfRange);
  PlanSettings none = Small(spec::SingleStream{});
  none.total_sample_count = 0;
  EXPECT_EQ(CodeOf(none, "total_sample_count"), ErrorCode::kOutOfRange);
  none = Small(spec::SingleStream{});
  none.min_query_count = 0;
  EXPECT_EQ(CodeOf(none, "min_query_count"), ErrorCode::kContradiction);
  none.min_duration_ns = -1;
  EXPECT_EQ(CodeOf(none, "min_duration_ns"), ErrorCode::kOutOfRange);
}

TEST(PlanRun, RefusesContradictions) {
  PlanSettings settings = Small(spec::Server{5000, "Server"});
  settings.min_duration_ns = 2'000'000'000;
  settings.max_duration_ns = 1'000'000'000;
  settings.max_query_count = 99;
  const auto both = PlanRun(settings);
  ASSERT_FALSE(both.has_value());
  EXPECT_EQ(both.error().size(), 2u);  // all at once
  settings = Small(spec::SingleStream{});
  settings.order = spec::IssueOrder::kSame;
  settings.same_index = 64;
  EXPECT_EQ(CodeOf(settings, "same_index"), ErrorCode::kOutOfRange);
  settings.same_index = 63;
  EXPECT_TRUE(PlanRun(settings).has_value());
  settings.mode = spec::Mode::kSubmission;
  EXPECT_EQ(CodeOf(settings, "order"), ErrorCode::kContradiction);
  settings = Small(spec::SingleStream{});
  settings.order = spec::IssueOrder::kUnique;  // 64 samples, 100 queries asked for
  EXPECT_EQ(CodeOf(settings, "min_query_count"), ErrorCode::kContradiction);
  settings.scenario = spec::Server{5000, "Server"};
  settings.min_query_count = 10;
  settings.min_duration_ns = 10'000'000'000;
  EXPECT_EQ(CodeOf(settings, "min_duration_ns"), ErrorCode::kContradiction);
}

TEST(PlanRun, OlderMultiStreamFollowsItsInterval) {
  PlanSettings settings = Small(spec::MultiStream{4, 8e6, 50'000'000});
  settings.min_duration_ns = 1'000'000'000;
  settings.min_query_count = 10;
  const auto plan = PlanRun(settings).value();
  EXPECT_EQ(plan[0].schedule.release, Release::kAtInterval);
  EXPECT_EQ(plan[0].schedule.interval_ns, 50'000'000);
  // 1 s / 50 ms = 20 intervals, and the query at their end.
  ASSERT_EQ(plan[0].schedule.queries(), 21u);
  EXPECT_EQ(plan[0].schedule.due_ns[20], 1'000'000'000);
  EXPECT_EQ(plan[0].stop.min_duration_ns, 1'000'000'000);
  // Samples are those of the current MultiStream with the same settings.
  settings.scenario = spec::MultiStream{4, 8e6, 0};
  const auto current = PlanRun(settings).value();
  EXPECT_EQ(current[0].load, plan[0].load);
  EXPECT_TRUE(std::equal(plan[0].schedule.sample_index.begin(), plan[0].schedule.sample_index.end(),
                         current[0].schedule.sample_index.begin()));
}

TEST(PlanRun, OwnTrafficTakesItsArrivalsAndServersSamples) {
  PlanSettings settings = Small(spec::Server{5000, "Server"});
  settings.min_query_count = 100;
  const auto server = PlanRun(settings).value();
  settings.scenario = spec::OwnTraffic{"replay", 0, {}};
  for (std::int64_t i = 0; i < 100; ++i) settings.arrivals_ns.push_back(i * i * 1000);
  const auto own = PlanRun(settings).value();
  EXPECT_EQ(own[0].schedule.due_ns, settings.arrivals_ns);
  EXPECT_EQ(own[0].schedule.sample_index, server[0].schedule.sample_index);
  EXPECT_EQ(own[0].schedule.release, Release::kAtDueTime);
  EXPECT_EQ(own[0].stop.min_query_count, 100u);

  settings.mode = spec::Mode::kAccuracy;
  settings.arrivals_ns = {0, 10, 40};
  const auto accuracy = PlanRun(settings).value();
  ASSERT_EQ(accuracy[0].schedule.queries(), 64u);
  EXPECT_EQ(accuracy[0].schedule.due_ns[3], 40 + 13);  // the next round after the mean gap, 40 / 3
  EXPECT_TRUE(
      std::is_sorted(accuracy[0].schedule.due_ns.begin(), accuracy[0].schedule.due_ns.end()));
  auto samples = accuracy[0].schedule.sample_index;
  std::sort(samples.begin(), samples.end());
  for (std::uint64_t i = 0; i < 64; ++i) EXPECT_EQ(samples[i], i);

  settings.mode = spec::Mode::kPerformance;
  EXPECT_EQ(CodeOf(settings, "min_query_count"), ErrorCode::kContradiction);
  settings.min_query_count = 3;
  EXPECT_TRUE(PlanRun(settings).has_value());
  settings.min_duration_ns = 41;
  EXPECT_EQ(CodeOf(settings, "min_duration_ns"), ErrorCode::kContradiction);
  settings.min_duration_ns = 0;
  settings.arrivals_ns = {5, 4};
  EXPECT_EQ(CodeOf(settings, "arrivals_ns"), ErrorCode::kOutOfRange);
  settings.arrivals_ns = {};
  EXPECT_EQ(CodeOf(settings, "arrivals_ns"), ErrorCode::kOutOfRange);
}

TEST(PlanRun, AccuracyIssuesEverySampleOnce) {
  for (const spec::Scenario& scenario :
       {spec::Scenario{spec::SingleStream{}}, spec::Scenario{spec::Server{}},
        spec::Scenario{spec::Offline{}}}) {
    PlanSettings settings = Small(scenario);
    settings.mode = spec::Mode::kAccuracy;
    settings.total_sample_count = 150;  // two full sets and a smaller one
    const auto plan = PlanRun(settings).value();
    ASSERT_EQ(plan.size(), 3u);
    std::vector<std::uint64_t> issued;
    for (const Series& series : plan) {
      EXPECT_TRUE(series.accuracy);
      issued.insert(issued.end(), series.schedule.sample_index.begin(),
                    series.schedule.sample_index.end());
    }
    std::sort(issued.begin(), issued.end());
    ASSERT_EQ(issued.size(), 150u);
    for (std::uint64_t i = 0; i < 150; ++i) EXPECT_EQ(issued[i], i);
  }
}

}  // namespace
}  // namespace assay::load
