// SPDX-License-Identifier: Apache-2.0
// The engine behind the LoadGen API: what stays between tests, and the way of answers to the series in progress.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "assay/clock.h"
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
  std::uint16_t NextGeneration() { return static_cast<std::uint16_t>(++generation_); }
  // Holds on to the queries of the series that has just ended until the next one ends: clients' threads still look at
  // them after their last answer.
  void KeepQueries(std::shared_ptr<const void> queries) { kept_queries_ = std::move(queries); }
  // Answers that came while no series was in progress, since the last call.
  std::uint64_t TakeStrays() { return strays_.exchange(0); }
  const std::atomic<bool>& abort() const { return abort_; }
  IssueThreads& threads() { return threads_; }
  Clock& clock() { return clock_; }

 private:
  std::uint32_t FirstGeneration();

  std::unique_ptr<Clock> own_clock_;
  Clock& clock_;
  IssueThreads threads_;
  std::atomic<bool> running_{false};
  std::atomic<bool> abort_{false};
  std::shared_ptr<const void> kept_queries_;
  std::uint32_t generation_;  // of the latest series; by the thread that runs tests
  std::atomic<std::uint64_t> strays_{0};
  // Who answers enters first and looks for a series then; who ends a series takes it away first and looks for those who
  // entered then. So either sees the other, and answers of any lateness meet either a series or none.
  alignas(64) std::atomic<Answers*> current_{nullptr};
  alignas(64) std::atomic<std::uint64_t> inside_{0};
};

}  // namespace assay::loadgen
