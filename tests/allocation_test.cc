// SPDX-License-Identifier: Apache-2.0
// Issue and completion allocate nothing: this program counts every allocation of each thread.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/system_clock.h"
#include "fakes/counting_allocator.h"
#include "load/load_run.h"

namespace assay::load {
namespace {

// Answers from a thread of its own, half of the samples twice, and reads the counters at the first and the last call.
class CountingExecutor final : public Executor {
 public:
  ExecutorDescription Describe() const override {
    ExecutorDescription description;
    description.output_bytes = sizeof output_;
    return description;
  }
  Result<void> LoadSamples(std::span<const std::uint64_t>) override { return {}; }
  Result<void> Start(CompletionSink& sink) override {
    sink_ = &sink;
    thread_ = std::thread([this] { Loop(); });
    return {};
  }
  void Issue(std::span<const Query> queries) override {
    if (issued_ == 0) first_issue_ = fakes::AllocationsOfThread();
    last_issue_ = fakes::AllocationsOfThread();
    for (const Query& query : queries) {
      for (const QuerySample& sample : query.samples) ids_[issued_++] = sample.id;
    }
    visible_.store(issued_, std::memory_order_release);
  }
  void Flush() override {}
  void Cancel() noexcept override {}
  void Stop() noexcept override {
    stop_.store(true);
    if (thread_.joinable()) thread_.join();
  }

  std::uint64_t issuing() const { return last_issue_ - first_issue_; }
  std::uint64_t completing() const { return completing_; }
  std::uint64_t issued() const { return issued_; }

 private:
  void Loop() {
    std::uint64_t answered = 0;
    const std::uint64_t before = fakes::AllocationsOfThread();
    while (!stop_.load()) {
      std::this_thread::yield();
      while (answered < visible_.load(std::memory_order_acquire)) {
        const Completion completion{.id = ids_[answered], .output = std::as_bytes(std::span(output_))};
        sink_->FirstToken(std::span(&completion.id, 1));
        sink_->Complete(std::span(&completion, 1));
        if (answered++ % 2 == 0) sink_->Complete(std::span(&completion, 1));
      }
    }
    completing_ = fakes::AllocationsOfThread() - before;
  }

  CompletionSink* sink_ = nullptr;
  std::thread thread_;
  std::vector<std::uint64_t> ids_ = std::vector<std::uint64_t>(10'000);
  std::uint64_t issued_ = 0, first_issue_ = 0, last_issue_ = 0, completing_ = 0;
  std::atomic<std::uint64_t> visible_{0};
  std::atomic<bool> stop_{false};
  float output_[2] = {1, 2};
};

TEST(Allocation, TheCounterCounts) {
  const std::uint64_t before = fakes::AllocationsOfThread();
  const std::vector<int> three(3);
  EXPECT_EQ(fakes::AllocationsOfThread() - before, 1u);
  EXPECT_EQ(three.size(), 3u);
}

TEST(Allocation, IssueAndCompletionAllocateNothing) {
  for (const Release release : {Release::kAtDueTime, Release::kAfterPrevious, Release::kAtInterval}) {
    Series series;
    series.schedule.release = release;
    series.schedule.interval_ns = 10'000;
    series.stop.min_query_count = 1'000;
    for (std::int64_t q = 0; q < 1'000; ++q) series.schedule.due_ns.push_back(q * 10'000);
    series.schedule.sample_index.resize(1'000);
    CountingExecutor executor;
    base::SystemClock clock(50'000);
    const auto record = RunSeries(series, executor, clock, nullptr, "{}", {});
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(record->end, record::EndState::kComplete) << record->end_reason;
    EXPECT_EQ(executor.issued(), 1'000u);
    EXPECT_EQ(record->stray_count, 500u);
    EXPECT_EQ(executor.issuing(), 0u);
    EXPECT_EQ(executor.completing(), 0u);
  }
}

}  // namespace
}  // namespace assay::load
