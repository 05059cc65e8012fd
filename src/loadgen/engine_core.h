// SPDX-License-Identifier: Apache-2.0
// The engine behind the LoadGen API: what stays between tests, and the way of answers to the series in progress.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "assay/clock.h"
#include "loadgen/answer_traffic.h"
#include "loadgen/answers.h"
#include "loadgen/engine.h"
#include "loadgen/issue_threads.h"

namespace assay::loadgen {

class Engine::Core {
 public:
  Core();
  explicit Core(Clock& clock);  // which outlives it: a simulated one in tests

  TestResult Run(mlperf::SystemUnderTest& sut, mlperf::QuerySampleLibrary& qsl, const mlperf::TestSettings& settings,
                 const mlperf::LogSettings& log_settings, const Options& options, const std::string& audit_file);
  void Complete(mlperf::QuerySampleResponse* responses, std::size_t count, const mlperf::ResponseCallback& callback);
  void FirstToken(mlperf::QuerySampleResponse* responses, std::size_t count);
  void Abort() { abort_.store(true); }
  void RegisterIssueThread() { threads_.Register(); }

  // For the test that runs:
  // Answers go to `answers` until Retire.
  void Accept(Answers& answers) { current_.store(&answers); }
  // After it no thread uses the answers any more.
  void Retire();
  const AnswerTraffic& traffic() const { return traffic_; }
  std::uint16_t NextGeneration() { return ++generation_; }
  // Holds on to the queries of the series that has just ended until the next one ends: clients' threads still look at
  // them after their last answer.
  void KeepQueries(std::shared_ptr<const void> queries) { kept_queries_ = std::move(queries); }
  // Answers that came while no series was in progress, since the last call: to the latest series, and to others.
  std::uint64_t TakeLate() { return late_.exchange(0); }
  std::uint64_t TakeStrays() { return strays_.exchange(0); }
  const std::atomic<bool>& abort() const { return abort_; }
  IssueThreads& threads() { return threads_; }
  Clock& clock() { return clock_; }

 private:
  void Miss(const mlperf::QuerySampleResponse* responses, std::size_t count);
  std::uint16_t FirstGeneration();

  std::unique_ptr<Clock> own_clock_;
  Clock& clock_;
  IssueThreads threads_;
  std::atomic<bool> running_{false};
  std::atomic<bool> abort_{false};
  std::shared_ptr<const void> kept_queries_;
  std::atomic<std::uint16_t> generation_;  // of the latest series
  std::atomic<std::uint64_t> late_{0}, strays_{0};
  alignas(64) std::atomic<Answers*> current_{nullptr};
  AnswerTraffic traffic_;
};

}  // namespace assay::loadgen
