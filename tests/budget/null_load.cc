// SPDX-License-Identifier: Apache-2.0
// One run of each release against a system that answers inside the call, for counting instructions and clock readings.
// Usage: null_load at-due-time | after-previous | at-interval | one-query. Prints "samples N clock_reads M".
//
// Under a simulated clock there is one thread and no waiting, so that the same program executes the same instructions
// each time. What it can't see is what a reading of the real clock costs, so the readings are counted beside.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>

#include "base/manual_clock.h"
#include "load/load_run.h"

namespace assay::load {
namespace {

constexpr std::uint64_t kSamples = 20'000;

class CountingClock final : public Clock {
 public:
  std::int64_t NowNs() noexcept override {
    ++readings_;
    return clock_.NowNs();
  }
  void WaitUntilNs(std::int64_t due_ns) noexcept override {
    ++readings_;  // a real clock reads at least once in it
    clock_.WaitUntilNs(due_ns);
  }
  bool WaitForCount(const std::atomic<std::uint64_t>& counter, std::uint64_t at_least,
                    std::int64_t deadline_ns) noexcept override {
    return clock_.WaitForCount(counter, at_least, deadline_ns);
  }
  bool CallAtNs(std::int64_t due_ns, TimerCallback callback, void* context) override {
    return clock_.CallAtNs(due_ns, callback, context);
  }
  std::uint64_t readings() const { return readings_; }

 private:
  base::ManualClock clock_;
  std::uint64_t readings_ = 0;
};

class InlineExecutor final : public Executor {
 public:
  ExecutorDescription Describe() const override { return {}; }
  Result<void> LoadSamples(std::span<const std::uint64_t>) override { return {}; }
  Result<void> Start(CompletionSink& sink) override {
    sink_ = &sink;
    return {};
  }
  void Issue(std::span<const Query> queries) override {
    for (std::span<const QuerySample> samples = queries[0].samples; !samples.empty();) {
      const std::size_t count = std::min(samples.size(), completions_.size());
      for (std::size_t i = 0; i < count; ++i) completions_[i].id = samples[i].id;
      sink_->Complete(std::span(completions_).first(count));
      samples = samples.subspan(count);
    }
  }
  void Flush() override {}
  void Cancel() noexcept override {}
  void Stop() noexcept override {}

 private:
  CompletionSink* sink_ = nullptr;
  std::array<Completion, 64> completions_;
};

int Run(std::string_view shape) {
  Series series;
  Schedule& schedule = series.schedule;
  schedule.samples_per_query = shape == "one-query" ? kSamples : 1;
  if (shape == "after-previous") schedule.release = Release::kAfterPrevious;
  if (shape == "at-interval") schedule.release = Release::kAtInterval;
  schedule.interval_ns = 1'000;
  schedule.sample_index.resize(kSamples);
  for (std::uint64_t query = 0; query < kSamples / schedule.samples_per_query; ++query) {
    schedule.due_ns.push_back(static_cast<std::int64_t>(query) * 1'000);
  }
  series.stop.min_query_count = schedule.queries();
  CountingClock clock;
  InlineExecutor executor;
  const auto record = RunSeries(series, executor, clock, nullptr, "{}", {});
  if (!record || record->end != record::EndState::kComplete || record->samples() != kSamples) {
    std::fprintf(stderr, "null_load: expected a complete run\n");
    return 1;
  }
  std::printf("samples %llu clock_reads %llu\n", static_cast<unsigned long long>(kSamples),
              static_cast<unsigned long long>(clock.readings()));
  return 0;
}

}  // namespace
}  // namespace assay::load

int main(int argc, char** argv) { return argc == 2 ? assay::load::Run(argv[1]) : 2; }
