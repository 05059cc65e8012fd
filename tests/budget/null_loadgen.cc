// SPDX-License-Identifier: Apache-2.0
// One test through the LoadGen API against a system that answers inside the call, for counting instructions.
// Usage: null_loadgen SingleStream | MultiStream | Server | Offline QUERIES FOLDER. Prints "samples N".
//
// Nothing waits: Server's queries are all overdue. Callgrind tells the phases of a test by three functions: IssueBegins
// at the first query, EndBegins at the flush, EndEnds when StartTest has returned.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "loadgen/loadgen.h"

#define PHASE(name) extern "C" __attribute__((noinline)) void name() { asm volatile(""); }
PHASE(IssueBegins)
PHASE(EndBegins)
PHASE(EndEnds)

namespace {

class NullSystem final : public mlperf::SystemUnderTest {
 public:
  const std::string& Name() override { return name_; }
  void IssueQuery(const std::vector<mlperf::QuerySample>& samples) override {
    if (samples_ == 0) {
      responses_.resize(samples.size());
      IssueBegins();
    }
    samples_ += samples.size();
    for (std::size_t i = 0; i < samples.size(); ++i) responses_[i].id = samples[i].id;
    mlperf::QuerySamplesComplete(responses_.data(), samples.size());
  }
  void FlushQueries() override { EndBegins(); }
  unsigned long long samples() const { return samples_; }

 private:
  const std::string name_ = "null";
  unsigned long long samples_ = 0;
  std::vector<mlperf::QuerySampleResponse> responses_;
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string scenario = argv[1];
  mlperf::TestSettings settings;
  settings.scenario = scenario == "Server"        ? mlperf::TestScenario::Server
                      : scenario == "Offline"     ? mlperf::TestScenario::Offline
                      : scenario == "MultiStream" ? mlperf::TestScenario::MultiStream
                                                  : mlperf::TestScenario::SingleStream;
  settings.min_duration_ms = 0;
  settings.min_query_count = std::strtoull(argv[2], nullptr, 10);
  settings.server_target_qps = 5e7;
  settings.server_target_latency_ns = 1'000'000'000'000;
  mlperf::LogSettings logs;
  logs.enable_trace = false;
  logs.log_output.outdir = argv[3];
  NullSystem system;
  NullLibrary library;
  mlperf::StartTest(&system, &library, settings, logs, "none");
  EndEnds();
  std::printf("samples %llu\n", system.samples());
  return 0;
}
