// SPDX-License-Identifier: Apache-2.0
// A client of the LoadGen API whose system does nothing, for two builds: with this project's library and with the
// official one. Prints one JSON object: CPU and wall time of the phases of a test.
//
// Phases by the calls that the client sees: generation from the start to the first query, issue from there to the flush,
// end from the flush to the return of StartTest.
#include <sys/resource.h>
#include <time.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "loadgen.h"
#include "query_sample_library.h"
#include "system_under_test.h"
#include "test_settings.h"

namespace {

struct Moment {
  double cpu_ns = 0, wall_ns = 0;
};

Moment Now() {
  const auto read = [](clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
  };
  return {read(CLOCK_PROCESS_CPUTIME_ID), read(CLOCK_MONOTONIC)};
}

Moment first_query, flushed;

class NullSystem : public mlperf::SystemUnderTest {
 public:
  const std::string& Name() override { return name_; }
  void IssueQuery(const std::vector<mlperf::QuerySample>& samples) override {
    if (samples.size() == 1) {
      if (!begun_) first_query = Now();
      begun_ = true;
      mlperf::QuerySampleResponse response(samples[0].id, 0, 0);
      mlperf::QuerySamplesComplete(&response, 1);
      return;
    }
    // Offline's one query: making the answers is the client's work and isn't counted.
    for (const mlperf::QuerySample& sample : samples) responses_.emplace_back(sample.id, 0, 0);
    first_query = Now();
    mlperf::QuerySamplesComplete(responses_.data(), responses_.size());
  }
  void FlushQueries() override { flushed = Now(); }

 private:
  std::string name_ = "null";
  bool begun_ = false;
  std::vector<mlperf::QuerySampleResponse> responses_;
};

class NullLibrary : public mlperf::QuerySampleLibrary {
 public:
  const std::string& Name() override { return name_; }
  std::size_t TotalSampleCount() override { return 1024; }
  std::size_t PerformanceSampleCount() override { return 1024; }
  void LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>&) override {}
  void UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>&) override {}

 private:
  std::string name_ = "null";
};

}  // namespace

// Usage: client SCENARIO QUERIES TRACE FOLDER   (SingleStream, Server, Offline; TRACE 0 or 1)
int main(int count, char** arguments) {
  if (count != 5) return 2;
  const std::string scenario = arguments[1];
  mlperf::TestSettings settings;
  settings.scenario = scenario == "Server"    ? mlperf::TestScenario::Server
                      : scenario == "Offline" ? mlperf::TestScenario::Offline
                                              : mlperf::TestScenario::SingleStream;
  settings.min_duration_ms = 0;
  settings.min_query_count = std::strtoull(arguments[2], nullptr, 10);
  settings.server_target_qps = 5e7;  // always behind: nothing but the generator's own work
  settings.server_target_latency_ns = 1000000000000;
  mlperf::LogSettings logs;
  logs.enable_trace = arguments[3][0] == '1';
  logs.log_output.outdir = arguments[4];
  NullSystem system;
  NullLibrary library;
  const Moment begin = Now();
  mlperf::StartTest(&system, &library, settings, logs, "none");
  const Moment end = Now();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("{\"generate_cpu_ns\": %.0f, \"issue_cpu_ns\": %.0f, \"end_cpu_ns\": %.0f, \"run_cpu_ns\": %.0f, "
              "\"run_wall_ns\": %.0f, \"max_rss_kib\": %ld}\n",
              first_query.cpu_ns - begin.cpu_ns, flushed.cpu_ns - first_query.cpu_ns, end.cpu_ns - flushed.cpu_ns,
              end.cpu_ns - begin.cpu_ns, end.wall_ns - begin.wall_ns, usage.ru_maxrss);
  return 0;
}
