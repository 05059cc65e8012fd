// SPDX-License-Identifier: Apache-2.0
// Generated logs of known kind, each made by its definition, and what must be said of them.
#include "fit/scenario_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <queue>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "assay/arrival.h"

namespace assay::fit {
namespace {

TrafficLog LogOf(std::vector<double> start_s) {
  TrafficLog log;
  std::sort(start_s.begin(), start_s.end());
  const double zero = start_s[0];
  for (double& at : start_s) at -= zero;
  log.start_s = std::move(start_s);
  return log;
}

TrafficLog FromArrival(const char* name, double rate_qps, std::uint64_t seed, const char* shape) {
  ArrivalRequest request;
  request.rate_qps = rate_qps;
  request.duration_ns = 60'000'000'000;
  request.seed = seed;
  if (shape != nullptr) request.parameters = {{"shape", shape}};
  const auto due_ns = FindArrival(name)->generate(request);
  EXPECT_TRUE(due_ns.has_value());
  std::vector<double> start_s;
  for (const std::int64_t due : *due_ns) start_s.push_back(static_cast<double>(due) * 1e-9);
  return LogOf(std::move(start_s));
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double Uniform() { return (static_cast<double>(engine_()) + 0.5) / 4294967296.0; }
  double Exponential(double mean) { return -mean * std::log(Uniform()); }

 private:
  std::mt19937 engine_;
};

struct Row {
  double start, end;
  std::size_t client;
};

TrafficLog FromRows(std::vector<Row> rows, bool with_clients) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.start < b.start; });
  TrafficLog log;
  for (const Row& row : rows) {
    log.start_s.push_back(row.start - rows[0].start);
    log.end_s.push_back(row.end - rows[0].start);
    if (with_clients) log.client.push_back(row.client);
    log.clients = std::max(log.clients, with_clients ? row.client + 1 : 0);
  }
  return log;
}

// Each client asks, waits for the answer, thinks, asks again.
TrafficLog ClosedLoopLog(std::size_t clients, double service_s, double think_s,
                         std::size_t requests, unsigned seed, bool with_clients) {
  Random random(seed);
  using Turn = std::pair<double, std::size_t>;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> next;
  for (std::size_t client = 0; client < clients; ++client) {
    next.emplace(random.Uniform() * (service_s + think_s), client);
  }
  std::vector<Row> rows;
  while (rows.size() < requests) {
    const auto [start, client] = next.top();
    next.pop();
    const double end = start + service_s * (0.5 + random.Uniform());
    rows.push_back({start, end, client});
    next.emplace(end + (think_s > 0 ? random.Exponential(think_s) : 0), client);
  }
  return FromRows(std::move(rows), with_clients);
}

ScenarioFit FitOf(const TrafficLog& log, const FitQuestion& question = {}) {
  return FitScenario(MeasureTraffic(log), question);
}

const ScenarioCarry& Of(const ScenarioFit& fit, std::string_view scenario) {
  return *std::find_if(fit.scenarios.begin(), fit.scenarios.end(),
                       [&](const ScenarioCarry& c) { return c.scenario == scenario; });
}

TEST(ScenarioFit, PoissonIsServer) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    TrafficLog log = FromArrival("poisson", 100, seed, nullptr);
    const ScenarioFit unknown_size = FitOf(log);
    EXPECT_EQ(unknown_size.nearest, "Server") << seed << unknown_size.because;
    EXPECT_EQ(unknown_size.axis, "size");
    EXPECT_EQ(Of(unknown_size, "Server").rate.carries, Carries::kNotKnown);
    log.size.assign(log.start_s.size(), 300);
    const ScenarioFit fit = FitOf(log, {.reference_size = 294, .latency_percentile = 0.99});
    EXPECT_EQ(fit.axis, "");
    EXPECT_EQ(Of(fit, "Server").rate.carries, Carries::kYes);
    EXPECT_EQ(Of(fit, "Server").latency.carries, Carries::kYes);
    EXPECT_EQ(Of(fit, "Server").accuracy.carries, Carries::kNotKnown);  // traffic shows no task
    EXPECT_EQ(Of(fit, "SingleStream").latency.axis, "arrivals");
    EXPECT_EQ(Of(fit, "Offline").rate.carries, Carries::kNo);
    EXPECT_EQ(Of(fit, "Offline").latency.axis, "metric");
    EXPECT_EQ(FitOf(log, {.reference_size = 294, .latency_percentile = 0.999}).axis, "percentile");
  }
}

TEST(ScenarioFit, TwentyfoldPromptsBreakTheSizeAxis) {
  TrafficLog log = FromArrival("poisson", 50, 7, nullptr);
  log.size.assign(log.start_s.size(), 20 * 294);
  EXPECT_EQ(Of(FitOf(log), "Server").latency.carries, Carries::kNotKnown);
  EXPECT_EQ(Of(FitOf(log), "Server").latency.axis, "size");
  const ScenarioFit fit = FitOf(log, {.reference_size = 294, .latency_percentile = {}});
  EXPECT_EQ(fit.nearest, "Server");
  EXPECT_EQ(fit.axis, "size");
  for (const Carry* carry :
       {&Of(fit, "Server").latency, &Of(fit, "Server").rate, &Of(fit, "Server").accuracy}) {
    EXPECT_EQ(carry->carries, Carries::kNo);
    EXPECT_EQ(carry->axis, "size");
    EXPECT_NE(carry->why.find("20 times the reference's 294"), std::string::npos) << carry->why;
  }
}

TEST(ScenarioFit, BurstsAreNoScenario) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ScenarioFit fit =
        FitOf(FromArrival("gamma", 100, seed, "0.125"));  // dispersion 1 / shape
    EXPECT_EQ(fit.pattern, Pattern::kBursts) << seed << fit.because;
    EXPECT_EQ(fit.nearest, "none");
    EXPECT_EQ(fit.axis, "arrivals");
    EXPECT_EQ(Of(fit, "Server").rate.carries, Carries::kNo);
    EXPECT_NE(fit.because.find("index of dispersion"), std::string::npos);
  }
}

TEST(ScenarioFit, EightStreamsAreMultiStream) {
  Random random(3);
  std::vector<double> together, apart, jittered;
  std::vector<Row> answered;
  for (int tick = 0; tick < 200; ++tick) {
    for (std::size_t stream = 0; stream < 8; ++stream) {
      const double at = 0.05 * tick;
      together.push_back(at);
      apart.push_back(at + 0.001 * static_cast<double>(stream * stream));
      jittered.push_back(at + 0.001 * random.Uniform());
      answered.push_back({at, at + 0.01 + 0.02 * random.Uniform(), stream});
    }
  }
  for (const std::vector<double>& start : {together, apart, jittered}) {
    const ScenarioFit fit = FitOf(LogOf(start));
    EXPECT_EQ(fit.nearest, "MultiStream") << fit.because;
    EXPECT_EQ(fit.because, "8 streams, each every 0.05 s");
  }
  for (const bool with_clients : {false, true}) {
    EXPECT_EQ(FitOf(FromRows(answered, with_clients)).pattern, Pattern::kStreams);
  }
}

TEST(ScenarioFit, GroupsThatWaitAreMultiStream) {
  Random random(4);
  std::vector<Row> rows;
  double now = 0;
  for (int query = 0; query < 100; ++query) {
    double last = now;
    for (std::size_t sample = 0; sample < 8; ++sample) {
      rows.push_back({now, now + random.Exponential(0.01), sample});
      last = std::max(last, rows.back().end);
    }
    now = last + 0.0001;
  }
  const ScenarioFit fit = FitOf(FromRows(rows, false));
  EXPECT_EQ(fit.pattern, Pattern::kGroups) << fit.because;
  EXPECT_EQ(fit.nearest, "MultiStream");
}

TEST(ScenarioFit, OneAtATimeIsSingleStream) {
  for (const bool with_clients : {false, true}) {
    const ScenarioFit fit = FitOf(ClosedLoopLog(1, 0.02, 0, 500, 5, with_clients));
    EXPECT_EQ(fit.nearest, "SingleStream") << fit.because;
    EXPECT_EQ(fit.axis, "size");
    EXPECT_EQ(Of(fit, "SingleStream").rate.axis, "metric");
    EXPECT_EQ(Of(fit, "Server").rate.axis, "arrivals");
  }
  const ScenarioFit thinking = FitOf(ClosedLoopLog(1, 0.02, 0.02, 500, 6, false));
  EXPECT_EQ(thinking.nearest, "SingleStream") << thinking.because;
  EXPECT_EQ(thinking.axis, "think time");
}

TEST(ScenarioFit, ClosedLoopOf32IsNoScenario) {
  for (const bool with_clients : {false, true}) {
    for (const double think_s : {0.1, 0.5, 1.0}) {
      const TrafficLog log = ClosedLoopLog(32, 0.5, think_s, 6000, 8, with_clients);
      const TrafficMeasures measures = MeasureTraffic(log);
      const ScenarioFit fit = FitScenario(measures, {});
      EXPECT_EQ(fit.pattern, Pattern::kClosedLoop) << with_clients << think_s << fit.because;
      EXPECT_EQ(fit.nearest, "none");
      EXPECT_EQ(fit.axis, "arrivals");
      if (with_clients) {
        EXPECT_EQ(measures.closed_loop->clients, 32u);
        // Mean of 6000 exponential draws: standard error think / sqrt(6000), here four of them.
        EXPECT_NEAR(*measures.think_time_s, think_s, 4 * think_s / std::sqrt(6000));
      }
    }
  }
}

TEST(ScenarioFit, ClosedLoopIsNoScenarioByItsArrivalsAlone) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    TrafficLog log = ClosedLoopLog(32, 0.5, 0.5, 6000, seed, false);
    log.end_s.clear();
    const ScenarioFit fit = FitOf(log);
    EXPECT_EQ(fit.pattern, Pattern::kEven) << seed << fit.because;
    EXPECT_EQ(fit.nearest, "none");
    EXPECT_EQ(fit.axis, "arrivals");
  }
}

TEST(ScenarioFit, NightlyBatchIsOffline) {
  Random random(9);
  std::vector<double> at_once, in_a_minute, two_a_night;
  for (int night = 0; night < 5; ++night) {
    for (int i = 0; i < 2000; ++i) {
      at_once.push_back(86400.0 * night);
      in_a_minute.push_back(86400.0 * night + 60 * random.Uniform());
      two_a_night.push_back(86400.0 * night + (i % 2) * 7200 + 300 * random.Uniform());
    }
  }
  for (const std::vector<double>& start : {at_once, in_a_minute, two_a_night}) {
    const ScenarioFit fit = FitOf(LogOf(start));
    EXPECT_EQ(fit.nearest, "Offline") << fit.because;
    EXPECT_EQ(Of(fit, "Offline").rate.axis, "size");
    EXPECT_EQ(Of(fit, "Server").rate.carries, Carries::kNo);
  }
  EXPECT_EQ(FitOf(LogOf(std::vector<double>(500, 3.0))).nearest, "Offline");  // one night
}

TEST(ScenarioFit, DayCurveIsNoScenarioByItsRate) {
  struct Course {
    double days, mean_qps;
  };
  for (const Course& course :
       {Course{1, 0.05}, Course{1, 0.5}, Course{7, 0.05}, Course{60, 0.01}}) {
    Random random(static_cast<unsigned>(course.days));
    std::vector<double> start;
    // Thinning: Poisson at the highest rate, kept with the share that the hour's rate has of it.
    const double most = 2 * course.mean_qps;
    for (double at = 0; at < 86400 * course.days; at += random.Exponential(1 / most)) {
      const double rate = course.mean_qps * (1 + 0.8 * std::sin(2 * std::numbers::pi * at / 86400));
      if (random.Uniform() * most < rate) start.push_back(at);
    }
    const ScenarioFit fit = FitOf(LogOf(std::move(start)));
    EXPECT_EQ(fit.pattern, Pattern::kDrift) << course.days << fit.because;
    EXPECT_EQ(fit.nearest, "none");
    EXPECT_EQ(fit.axis, "rate");
    EXPECT_EQ(Of(fit, "Server").rate.axis, "rate");
  }
}

TEST(ScenarioFit, AnsweredPoissonIsStillServer) {
  Random random(11);
  std::vector<Row> rows;
  double now = 0, free = 0;
  for (std::size_t i = 0; i < 6000; ++i) {  // M/M/1 at 60 % load, one queue
    now += random.Exponential(0.01);
    free = std::max(now, free) + random.Exponential(0.006);
    rows.push_back({now, free, static_cast<std::size_t>(500 * random.Uniform())});
  }
  EXPECT_EQ(FitOf(FromRows(rows, false)).nearest, "Server") << FitOf(FromRows(rows, false)).because;
  EXPECT_EQ(FitOf(FromRows(rows, true)).nearest, "Server") << FitOf(FromRows(rows, true)).because;
}

TEST(ScenarioFit, CoarseTimesDoNotMakePatterns) {
  TrafficLog log = FromArrival("poisson", 50, 21, nullptr);
  for (double& at : log.start_s) at = std::floor(at);  // as an access log writes them
  log.resolution_s = 1;
  const TrafficMeasures measures = MeasureTraffic(log);
  EXPECT_FALSE(measures.gap_variation.has_value());
  EXPECT_FALSE(measures.same_instant_share.has_value());
}

TEST(ScenarioFit, FewRequestsAreNotKnown) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{99}}) {
    std::vector<double> start;
    for (std::size_t i = 0; i < count; ++i) start.push_back(static_cast<double>(i * i % 97));
    const ScenarioFit fit = FitOf(LogOf(start));
    EXPECT_EQ(fit.pattern, Pattern::kTooFew);
    EXPECT_EQ(fit.nearest, "not known");
    EXPECT_EQ(Of(fit, "Server").rate.carries, Carries::kNotKnown);
  }
}

TEST(ScenarioFit, SteadyTrafficIsNoScenario) {
  std::vector<double> start;
  for (int i = 0; i < 1000; ++i) start.push_back(0.01 * i);
  const ScenarioFit fit = FitOf(LogOf(std::move(start)));
  EXPECT_EQ(fit.pattern, Pattern::kEven);
  EXPECT_EQ(fit.nearest, "none");
}

}  // namespace
}  // namespace assay::fit
