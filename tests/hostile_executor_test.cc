// SPDX-License-Identifier: Apache-2.0
// Systems that break their contract: each run ends, says so, and names the ids. Under both clocks where one thread does.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "base/manual_clock.h"
#include "base/system_clock.h"
#include "fakes/hostile_executor.h"
#include "load/load_run.h"

namespace assay::load {
namespace {

using fakes::Fault;
using fakes::HostileExecutor;
using record::EndState;
using Kind = record::StrayCompletion::Kind;

constexpr std::int64_t kMs = 1'000'000;
constexpr std::uint64_t kFaulty = 2;  // of 5 samples

Series FiveQueries(Release release) {
  Series series;
  series.schedule.release = release;
  series.schedule.due_ns.assign(5, 0);
  series.schedule.sample_index = {10, 11, 12, 13, 14};
  series.load = {10, 11, 12, 13, 14};
  series.stop.min_query_count = 5;
  return series;
}

bool Names(const record::RunRecord& record, std::uint64_t id) {
  const std::string text = std::to_string(id);
  for (const std::string& note : record.notes) {
    if (note.find(text) != std::string::npos) return true;
  }
  return record.end_reason.find(text) != std::string::npos;
}

// Both clocks: a simulated one, where the load run has one thread, and the machine's.
class Hostile : public testing::TestWithParam<bool> {
 protected:
  Result<record::RunRecord> Play(HostileExecutor& executor, Release release = Release::kAtDueTime) {
    LoadRunOptions options;
    // Long enough that a busy machine isn't taken for a stuck system.
    options.lost_after_ns = 400 * kMs;
    options.record_interval_ns = 5 * kMs;
    base::ManualClock manual;
    base::SystemClock real(50'000);
    Clock& clock = GetParam() ? static_cast<Clock&>(manual) : real;
    return RunSeries(FiveQueries(release), executor, clock, nullptr, "{}", options);
  }
  // A run that goes on after the fault and has all five queries.
  record::RunRecord Complete(Fault fault, std::uint64_t* id) {
    HostileExecutor executor(fault, kFaulty);
    const auto record = Play(executor);
    EXPECT_TRUE(record.has_value());
    EXPECT_EQ(record->end, EndState::kComplete);
    EXPECT_EQ(record->queries(), 5u);
    EXPECT_TRUE(executor.stopped());
    *id = executor.faulty_id();
    return *record;
  }
};

TEST_P(Hostile, ALostAnswerIsAStatusAndItsIdIsNamed) {
  std::uint64_t id = 0;
  const record::RunRecord record = Complete(Fault::kLoses, &id);
  EXPECT_EQ(record.status[kFaulty], SampleStatus::kLost);
  EXPECT_EQ(record.done_ns[kFaulty], -1);
  EXPECT_EQ(std::ranges::count(record.status, SampleStatus::kOk), 4);
  EXPECT_TRUE(Names(record, id));
  EXPECT_EQ(record.stray_count, 0u);
}

TEST_P(Hostile, ASecondAnswerCountsAsAStrayAndChangesNothing) {
  std::uint64_t id = 0;
  const record::RunRecord record = Complete(Fault::kAnswersTwice, &id);
  EXPECT_EQ(std::ranges::count(record.status, SampleStatus::kOk), 5);
  ASSERT_EQ(record.strays.size(), 1u);
  EXPECT_EQ(record.strays[0].id, id);
  EXPECT_EQ(record.strays[0].kind, Kind::kDuplicate);
  EXPECT_GE(record.strays[0].at_ns, record.done_ns[kFaulty]);
  EXPECT_TRUE(Names(record, id));
}

TEST_P(Hostile, ForeignIdsAreStrays) {
  std::uint64_t id = 0;
  record::RunRecord record = Complete(Fault::kAnswersForeignId, &id);
  ASSERT_EQ(record.strays.size(), 1u);
  EXPECT_EQ(record.strays[0].id, 4711u);
  EXPECT_EQ(record.strays[0].kind, Kind::kForeign);
  EXPECT_TRUE(Names(record, 4711));
  record = Complete(Fault::kAnswersUnissued, &id);
  ASSERT_EQ(record.strays.size(), 1u);
  EXPECT_EQ(record.strays[0].kind, Kind::kForeign) << "an id that hasn't been issued yet isn't open";
  EXPECT_EQ(std::ranges::count(record.status, SampleStatus::kOk), 5);
}

TEST_P(Hostile, AnAnswerAfterTheEndIsAStray) {
  std::uint64_t id = 0;
  const record::RunRecord record = Complete(Fault::kAnswersAfterEnd, &id);
  EXPECT_EQ(record.status[kFaulty], SampleStatus::kLost);
  EXPECT_EQ(record.done_ns[kFaulty], -1);
  ASSERT_EQ(record.strays.size(), 1u);
  EXPECT_EQ(record.strays[0].id, id);
  EXPECT_EQ(record.strays[0].kind, Kind::kAfterEnd);
}

TEST_P(Hostile, BrokenAnswersAreErrors) {
  std::uint64_t id = 0;
  record::RunRecord record = Complete(Fault::kWrongStatus, &id);
  EXPECT_EQ(record.status[kFaulty], SampleStatus::kError);
  ASSERT_EQ(record.notes.size(), 1u);
  EXPECT_EQ(record.notes[0], "1 answers came with a status that isn't one of an answer: errors");
  record = Complete(Fault::kOutputTooLarge, &id);
  EXPECT_EQ(record.status[kFaulty], SampleStatus::kError);
  EXPECT_EQ(record.output_size[kFaulty], 0u);
  EXPECT_EQ(record.notes[0], "1 outputs were larger than the 4 bytes that the executor had declared: errors");
}

TEST_P(Hostile, AnExceptionEndsTheRunWithItsMessage) {
  HostileExecutor executor(Fault::kThrows, kFaulty);
  auto record = Play(executor);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->end, EndState::kSutFailed);
  EXPECT_EQ(record->end_reason, "the executor threw: out of memory on device 0");
  EXPECT_EQ(record->queries(), 3u);
  EXPECT_EQ(record->issue_returned_ns[kFaulty], -1);
  EXPECT_EQ(record->status, (std::vector{SampleStatus::kOk, SampleStatus::kOk, SampleStatus::kCancelled}));
  EXPECT_TRUE(Names(*record, executor.faulty_id()));
  EXPECT_TRUE(executor.stopped());

  HostileExecutor other(Fault::kThrowsInt, kFaulty);
  record = Play(other);
  EXPECT_EQ(record->end, EndState::kSutFailed);
  EXPECT_EQ(record->end_reason, "the executor threw something that isn't a std::exception");

  HostileExecutor flush(Fault::kThrowsInFlush, kFaulty);
  record = Play(flush);
  EXPECT_EQ(record->end, EndState::kSutFailed);
  EXPECT_EQ(record->end_reason, "the executor threw: flush failed");
  EXPECT_EQ(std::ranges::count(record->status, SampleStatus::kOk), 5);
}

TEST_P(Hostile, RefusalsAreErrors) {
  for (const auto& [fault, what] : {std::pair{Fault::kRefusesToLoad, "no memory for samples"},
                                    std::pair{Fault::kRefusesToStart, "no device"},
                                    std::pair{Fault::kThrowsInStart, "the executor threw in Start: device lost"}}) {
    HostileExecutor executor(fault, kFaulty);
    const auto record = Play(executor);
    ASSERT_FALSE(record.has_value());
    EXPECT_EQ(record.error().code, ErrorCode::kSutFailed);
    EXPECT_EQ(record.error().what, what);
  }
}

TEST_P(Hostile, AClosedLoopThatLosesAnAnswerEnds) {
  HostileExecutor executor(Fault::kLoses, kFaulty);
  const auto record = Play(executor, Release::kAfterPrevious);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->end, EndState::kSutFailed);
  EXPECT_EQ(record->queries(), 3u);
  EXPECT_EQ(record->status[kFaulty], SampleStatus::kLost);
  EXPECT_TRUE(Names(*record, executor.faulty_id()));
}

INSTANTIATE_TEST_SUITE_P(Clocks, Hostile, testing::Bool(),
                         [](const auto& clock) { return clock.param ? "Manual" : "System"; });

// The watchdog needs a real clock and a second thread.
class Stuck : public testing::TestWithParam<Fault> {};

TEST_P(Stuck, AWatchdogClosesTheRecordWithTheIdsThatWait) {
  HostileExecutor executor(GetParam(), kFaulty);
  base::SystemClock clock(50'000);
  int calls = 0;
  record::RunRecord closed;
  LoadRunOptions options;
  options.lost_after_ns = 50 * kMs;
  options.record_interval_ns = 5 * kMs;
  // The command line would leave the process here; the test lets the call return.
  options.on_stuck = [&](const record::RunRecord& record) {
    ++calls;
    closed = record;
    executor.Release();
  };
  const auto record = RunSeries(FiveQueries(Release::kAtDueTime), executor, clock, nullptr, "{}", options);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(closed.end, EndState::kSutStuck);
  EXPECT_EQ(record->end, EndState::kSutStuck);
  EXPECT_EQ(record->end_reason, closed.end_reason);
  EXPECT_TRUE(executor.stopped());
  if (GetParam() == Fault::kNeverReturns) {
    EXPECT_EQ(closed.queries(), 3u);
    EXPECT_EQ(closed.issue_returned_ns[kFaulty], -1);
    EXPECT_EQ(closed.status, (std::vector{SampleStatus::kOk, SampleStatus::kOk, SampleStatus::kLost}));
    EXPECT_TRUE(closed.end_reason.starts_with("the call to Issue, begun at ")) << closed.end_reason;
    EXPECT_NE(closed.end_reason.find("waiting: sample 2 (id " + std::to_string(executor.faulty_id())),
              std::string::npos)
        << closed.end_reason;
  } else {
    EXPECT_EQ(std::ranges::count(closed.status, SampleStatus::kOk), 5);
    EXPECT_TRUE(closed.end_reason.ends_with("waiting: no sample")) << closed.end_reason;
  }
}

INSTANTIATE_TEST_SUITE_P(Calls, Stuck,
                         testing::Values(Fault::kNeverReturns, Fault::kNeverReturnsFromFlush,
                                         Fault::kNeverReturnsFromStop));

// One call that takes several times lost_after isn't stuck while answers come.
class SlowInline final : public Executor {
 public:
  explicit SlowInline(Clock& clock) : clock_(clock) {}
  ExecutorDescription Describe() const override { return {}; }
  Result<void> LoadSamples(std::span<const std::uint64_t>) override { return {}; }
  Result<void> Start(CompletionSink& sink) override {
    sink_ = &sink;
    return {};
  }
  void Issue(std::span<const Query> queries) override {
    for (const QuerySample& sample : queries[0].samples) {
      clock_.WaitUntilNs(clock_.NowNs() + 20 * kMs);
      const Completion completion{.id = sample.id};
      sink_->Complete(std::span(&completion, 1));
    }
  }
  void Flush() override {}
  void Cancel() noexcept override {}
  void Stop() noexcept override {}

 private:
  Clock& clock_;
  CompletionSink* sink_ = nullptr;
};

TEST(Watchdog, LetsALongCallWorkWhileAnswersCome) {
  base::SystemClock clock(50'000);
  SlowInline executor(clock);
  Series series;
  series.schedule.due_ns = {0};
  series.schedule.samples_per_query = 50;
  series.schedule.sample_index.resize(50);
  LoadRunOptions options;
  options.lost_after_ns = 700 * kMs;  // the call takes 1 s
  const auto record = RunSeries(series, executor, clock, nullptr, "{}", options);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->end, EndState::kComplete) << record->end_reason;
}

}  // namespace
}  // namespace assay::load
