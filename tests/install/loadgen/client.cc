// SPDX-License-Identifier: Apache-2.0
// A client as they are written for the official API: C++14, a threaded system, a dispatch library, callbacks.
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bindings/c_api.h"
#include "engine.h"
#include "loadgen.h"
#include "query_dispatch_library.h"
#include "query_sample_library.h"
#include "system_under_test.h"
#include "test_settings.h"

namespace {

// Two workers take queries from a queue.
class ThreadedSystem : public mlperf::QueryDispatchLibrary {
 public:
  ThreadedSystem() {
    for (int i = 0; i < 2; ++i) workers_.emplace_back([this] { Work(); });
  }
  ~ThreadedSystem() override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    for (auto& worker : workers_) worker.join();
  }
  const std::string& Name() override { return name_; }
  void IssueQuery(const std::vector<mlperf::QuerySample>& samples) override {
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& sample : samples) queue_.push_back(sample);
    wake_.notify_all();
  }
  void FlushQueries() override {}

 private:
  void Work() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [this] { return ended_ || !queue_.empty(); });
      if (queue_.empty()) return;
      const mlperf::QuerySample sample = queue_.front();
      queue_.pop_front();
      lock.unlock();
      std::uint32_t answer = static_cast<std::uint32_t>(sample.index);
      mlperf::QuerySampleResponse response{sample.id, reinterpret_cast<uintptr_t>(&answer), sizeof answer};
      mlperf::QuerySamplesComplete(&response, 1, [](mlperf::QuerySampleResponse*) {});
    }
  }

  std::string name_ = "ThreadedSystem";
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<mlperf::QuerySample> queue_;
  bool ended_ = false;
  std::vector<std::thread> workers_;
};

class Library : public mlperf::QuerySampleLibrary {
 public:
  const std::string& Name() override { return name_; }
  size_t TotalSampleCount() override { return 100; }
  size_t PerformanceSampleCount() override { return 50; }
  void LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>&) override {}
  void UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>&) override {}

 private:
  std::string name_ = "Library";
};

void CIssue(mlperf::c::ClientData, const mlperf::QuerySample* samples, size_t count) {
  std::vector<mlperf::QuerySampleResponse> responses;
  for (size_t i = 0; i < count; ++i) responses.push_back({samples[i].id, 0, 0});
  mlperf::c::QuerySamplesComplete(responses.data(), responses.size());
}
void CFlush() {}
void CSamples(mlperf::c::ClientData, const mlperf::QuerySampleIndex*, size_t) {}

std::string Read(const std::string& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

}  // namespace

int main() {
  ThreadedSystem system;
  Library library;
  mlperf::TestSettings settings;
  settings.scenario = mlperf::TestScenario::Server;
  settings.mode = mlperf::TestMode::SubmissionRun;
  settings.server_target_qps = 10000;
  settings.min_duration_ms = 10;
  settings.min_query_count = 700;
  mlperf::LogSettings logs;
  logs.enable_trace = false;
  mlperf::StartTest(&system, &library, settings, logs);
  if (Read("mlperf_log_summary.txt").find("Result is : ") == std::string::npos) return 1;
  if (Read("mlperf_log_accuracy.json").size() < 100 * 40) return 2;

  settings.mode = mlperf::TestMode::PerformanceOnly;
  settings.scenario = mlperf::TestScenario::Offline;
  settings.min_duration_ms = 0;
  void* const sut = mlperf::c::ConstructSUT(1, "C", 1, CIssue, CFlush);
  void* const qsl = mlperf::c::ConstructQSL(1, "Q", 1, 100, 50, CSamples, CSamples);
  mlperf::c::StartTest(sut, qsl, settings, "audit.config");
  mlperf::c::DestroyQSL(qsl);
  mlperf::c::DestroySUT(sut);
  if (Read("mlperf_log_summary.txt").find("SUT name : C\n") == std::string::npos) return 3;

  const assay::loadgen::TestResult result = assay::loadgen::RunTest(system, library, settings, logs);
  std::printf("%s\n", result.verdict == assay::loadgen::Verdict::kValid ? "VALID" : result.reason.c_str());
  return result.verdict == assay::loadgen::Verdict::kValid ? 0 : 4;
}
