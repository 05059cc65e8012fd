// SPDX-License-Identifier: Apache-2.0
// How late the LoadGen drop-in issues: a Server test whose system answers at once, beside a bare loop that sleeps until
// a lead before each due time and then reads the clock.
//
// Both take the same due times, in pairs whose order alternates; the ratio of their 99th percentiles is taken inside
// each pair. On a machine with other work the tail is other processes' time slices, in both.
#include <sched.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "engine.h"
#include "loadgen.h"
#include "query_sample_library.h"
#include "system_under_test.h"
#include "overhead/bare_loop.h"

namespace assay::overhead {
namespace {

constexpr std::int64_t kLeadNs = 80'000;  // as the engine's

struct Setup {
  std::vector<double> rates_qps = {1'000, 5'000};
  int pairs = 11;
  double seconds = 1;
  bool fifo = false;
};

// Answers inside the call and notes when each query came.
class NullSystem final : public mlperf::SystemUnderTest {
 public:
  explicit NullSystem(std::size_t queries) { came_ns.reserve(queries); }
  const std::string& Name() override { return name_; }
  void IssueQuery(const std::vector<mlperf::QuerySample>& samples) override {
    came_ns.push_back(MonotonicNs());
    mlperf::QuerySampleResponse response(samples[0].id, 0, 0);
    mlperf::QuerySamplesComplete(&response, 1);
  }
  void FlushQueries() override {}

  std::vector<std::int64_t> came_ns;

 private:
  const std::string name_ = "null";
};

class NullLibrary final : public mlperf::QuerySampleLibrary {
 public:
  const std::string& Name() override { return name_; }
  std::size_t TotalSampleCount() override { return 1024; }
  std::size_t PerformanceSampleCount() override { return 1024; }
  void LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>&) override {}
  void UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>&) override {}

 private:
  const std::string name_ = "null";
};

struct ServerTest {
  std::vector<std::int64_t> late_ns;
  std::vector<std::int64_t> due_ns;  // from the start, as the client sees it: when it came less how late that was
};

ServerTest RunServer(double rate_qps, std::uint64_t queries) {
  mlperf::TestSettings settings;
  settings.scenario = mlperf::TestScenario::Server;
  settings.server_target_qps = rate_qps;
  settings.server_target_latency_ns = 1'000'000'000'000;
  settings.min_duration_ms = 0;
  settings.min_query_count = settings.max_query_count = queries;
  mlperf::LogSettings logs;
  logs.enable_trace = false;
  loadgen::Options options;
  options.write_logs = false;
  NullSystem system(queries);
  NullLibrary library;
  loadgen::TestResult result = loadgen::RunTest(system, library, settings, logs, options, "");
  ServerTest test{std::move(result.issue_delay_ns), {}};
  if (test.late_ns.size() != system.came_ns.size()) return {};
  for (std::size_t query = 0; query < test.late_ns.size(); ++query) {
    test.due_ns.push_back(system.came_ns[query] - test.late_ns[query]);
  }
  // The first query is due after the first gap, of which the client knows nothing: any will do.
  const std::int64_t start_ns = test.due_ns.empty() ? 0 : test.due_ns[0] - 1'000'000;
  for (std::int64_t& due_ns : test.due_ns) due_ns -= start_ns;
  return test;
}

// One rate: a line for each loop and the ratio. False when a test didn't run.
bool Measure(double rate_qps, const Setup& setup) {
  const auto queries = static_cast<std::uint64_t>(std::max(100.0, rate_qps * setup.seconds));
  const std::vector<std::int64_t> due_ns = RunServer(rate_qps, queries).due_ns;  // also warms up
  if (due_ns.size() != queries) return false;
  std::vector<double> ratios, bare_us, ours_us, bare_median_us, ours_median_us;
  for (int pair = 0; pair < setup.pairs; ++pair) {
    std::vector<std::int64_t> bare_ns, ours_ns;
    bare_ns.reserve(queries);
    if (pair % 2 == 0) BareLoop(due_ns, kLeadNs, bare_ns);
    ours_ns = RunServer(rate_qps, queries).late_ns;
    if (pair % 2 == 1) BareLoop(due_ns, kLeadNs, bare_ns);
    if (ours_ns.size() != queries) return false;
    const Lateness bare = Summarise(bare_ns), ours = Summarise(ours_ns);
    ratios.push_back(ours.p99_us / bare.p99_us);
    bare_us.push_back(bare.p99_us), ours_us.push_back(ours.p99_us);
    bare_median_us.push_back(bare.p50_us), ours_median_us.push_back(ours.p50_us);
  }
  const auto median = [](std::vector<double>& values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
  };
  const double ratio = median(ratios);
  const std::size_t spare = ratios.size() / 10;
  std::printf("%10.0f %9.3f %9.3f %9.1f %9.1f %7.2f   %.2f to %.2f\n", rate_qps, median(bare_median_us),
              median(ours_median_us), median(bare_us), median(ours_us), ratio, ratios[spare],
              ratios[ratios.size() - 1 - spare]);
  std::fflush(stdout);
  return true;
}

int Main(int argc, char** argv) {
  Setup setup;
  CLI::App app("How late the LoadGen drop-in issues, beside a bare sleep-and-spin loop at the same due times");
  app.add_option("--rate", setup.rates_qps, "queries per second; may be repeated")->check(CLI::Range(1.0, 1e6));
  app.add_option("--pairs", setup.pairs)->check(CLI::Range(1, 1000));
  app.add_option("--seconds", setup.seconds, "that each test lasts")->check(CLI::Range(0.01, 600.0));
  app.add_flag("--fifo", setup.fifo, "real-time priority SCHED_FIFO 10, so that other work doesn't blur it");
  CLI11_PARSE(app, argc, argv);
  const sched_param priority{.sched_priority = 10};
  if (setup.fifo && sched_setscheduler(0, SCHED_FIFO, &priority) != 0) {
    std::fprintf(stderr, "loadgen_lateness_benchmark: the system doesn't permit --fifo: %s\n", std::strerror(errno));
    return 1;
  }
  std::printf("issue lateness in us, medians of %d pairs of %g s, %s, lead %.0f us\n", setup.pairs, setup.seconds,
              setup.fifo ? "SCHED_FIFO" : "normal priority", static_cast<double>(kLeadNs) / 1e3);
  std::printf("%10s %9s %9s %9s %9s %7s   %s\n", "queries/s", "bare p50", "ours p50", "bare p99", "ours p99", "ratio",
              "middle 80 % of the pairs");
  for (const double rate_qps : setup.rates_qps) {
    if (!Measure(rate_qps, setup)) {
      std::fprintf(stderr, "loadgen_lateness_benchmark: a test didn't issue all its queries\n");
      return 1;
    }
  }
  return 0;
}

}  // namespace
}  // namespace assay::overhead

int main(int argc, char** argv) { return assay::overhead::Main(argc, argv); }
