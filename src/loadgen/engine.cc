// SPDX-License-Identifier: Apache-2.0
#include "loadgen/engine.h"

#include <thread>

#include "base/system_clock.h"
#include "loadgen/engine_core.h"
#include "loadgen/test_run.h"
#include "random/splitmix.h"

namespace assay::loadgen {
namespace {

// How long before its due time a wait changes from sleeping to reading the clock: about what a sleep ends late.
constexpr std::int64_t kLeadNs = 80'000;

// One call with answers.
class Visit {
 public:
  explicit Visit(AnswerTraffic& traffic) : traffic_(traffic) { traffic_.Enter(); }
  ~Visit() { traffic_.Leave(answered); }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  std::uint64_t answered = 0;

 private:
  AnswerTraffic& traffic_;
};

}  // namespace

Engine::Core::Core() : own_clock_(new base::SystemClock(kLeadNs)), clock_(*own_clock_), generation_(FirstGeneration()) {}

Engine::Core::Core(Clock& clock) : clock_(clock), generation_(FirstGeneration()) {}

// Engines begin at different generations, so that an answer that is handed to the wrong one is foreign there.
std::uint16_t Engine::Core::FirstGeneration() {
  return static_cast<std::uint16_t>(random::SplitMixFinalise(static_cast<std::uint64_t>(clock_.NowNs()) ^
                                                             reinterpret_cast<std::uintptr_t>(this)));
}

void Engine::Core::Complete(mlperf::QuerySampleResponse* responses, std::size_t count,
                            const mlperf::ResponseCallback& callback) {
  Visit visit(traffic_);
  if (Answers* const answers = current_.load()) {
    answers->Complete(responses, count, callback, visit.answered);
  } else {
    Miss(responses, count);
  }
}

void Engine::Core::FirstToken(mlperf::QuerySampleResponse* responses, std::size_t count) {
  const Visit visit(traffic_);
  if (Answers* const answers = current_.load()) {
    answers->FirstToken(responses, count);
  } else {
    Miss(responses, count);
  }
}

// Counts answers that came when no series was in progress.
void Engine::Core::Miss(const mlperf::QuerySampleResponse* responses, std::size_t count) {
  const std::uint16_t generation = generation_.load();
  for (std::size_t i = 0; i < count; ++i) {
    (Answers::GenerationOf(responses[i].id) == generation ? late_ : strays_).fetch_add(1);
  }
}

void Engine::Core::Retire() {
  current_.store(nullptr);
  while (!traffic_.Quiet()) std::this_thread::yield();
}

TestResult Engine::Core::Run(mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl,
                             const mlperf::TestSettings& settings, const mlperf::LogSettings& log_settings,
                             const Options& options, const std::string& audit_file) {
  TestResult result;
  if (running_.exchange(true)) {
    result.diagnostics.push_back({true, "a test is already running in this engine"});
    return result;
  }
  // However the test ends, also by an exception of the client's code, the engine is ready for the next one.
  struct End {
    Core& core;
    ~End() {
      core.Retire();
      core.threads_.EndTest();
      core.running_.store(false);
    }
  } const end{*this};
  threads_.BeginTest();
  abort_.store(false);
  late_.store(0);
  strays_.store(0);
  RunTestOn(*this, sut, qsl, settings, log_settings, options, audit_file, result);
  return result;
}

Engine::Engine() : core_(new Core) {}
Engine::~Engine() = default;

TestResult Engine::Run(mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl,
                       const mlperf::TestSettings& settings, const mlperf::LogSettings& log_settings,
                       const Options& options, const std::string& audit_config_filename) {
  return core_->Run(sut, qsl, settings, log_settings, options, audit_config_filename);
}

void Engine::Complete(mlperf::QuerySampleResponse* responses, std::size_t count,
                      const mlperf::ResponseCallback& response_cb) {
  core_->Complete(responses, count, response_cb);
}

void Engine::FirstToken(mlperf::QuerySampleResponse* responses, std::size_t count) {
  core_->FirstToken(responses, count);
}

void Engine::Abort() { core_->Abort(); }

void Engine::RegisterIssueThread() { core_->RegisterIssueThread(); }

}  // namespace assay::loadgen
