// SPDX-License-Identifier: Apache-2.0
// Load runs against scripted systems under a simulated clock: every time is exact.
#include "load/load_run.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "base/manual_clock.h"
#include "fakes/memory_sink.h"
#include "fakes/scripted_executor.h"
#include "load/wall_step.h"
#include "record/record_reader.h"

namespace assay::load {
namespace {

using base::ManualClock;
using fakes::Answers;
using fakes::ScriptedExecutor;
using record::EndState;

constexpr std::int64_t kMs = 1'000'000;
using Times = std::vector<std::int64_t>;

// Query k takes samples k x n … k x n + n - 1.
Series SeriesOf(Release release, const Times& due_ns, std::uint64_t samples_per_query = 1) {
  Series series;
  series.schedule.release = release;
  series.schedule.samples_per_query = samples_per_query;
  for (const std::int64_t due : due_ns) series.schedule.due_ns.push_back(due);
  series.schedule.sample_index.resize(series.schedule.queries() * samples_per_query);
  std::iota(series.schedule.sample_index.begin(), series.schedule.sample_index.end(), 0u);
  series.load.assign(series.schedule.sample_index.begin(), series.schedule.sample_index.end());
  return series;
}

Times Latencies(const record::RunRecord& record) {
  Times latencies;
  for (std::uint64_t s = 0; s < record.samples(); ++s) {
    latencies.push_back(record.done_ns[s] - record.due_ns[s / record.samples_per_query]);
  }
  return latencies;
}

Times Minus(const Times& a, const Times& b) {
  Times difference;
  for (std::size_t i = 0; i < a.size(); ++i) difference.push_back(a[i] - b[i]);
  return difference;
}

Result<record::RunRecord> Play(const Series& series, Executor& executor, ManualClock& clock,
                              const LoadRunOptions& options = {}) {
  return RunSeries(series, executor, clock, nullptr, "{}", options);
}

// Right values: hand arithmetic. 25 ms of work every 10 ms: query k starts when k - 1 has ended, at 25 k ms, and ends at
// 25 (k + 1) ms; it was due at 10 k ms.
TEST(LoadRun, LatencyCountsFromTheScheduleWhenTheSystemBlocks) {
  ManualClock clock(1'000);
  ScriptedExecutor executor({25 * kMs}, Answers::kInline, clock);
  const auto record =
      Play(SeriesOf(Release::kAtDueTime, {0, 10 * kMs, 20 * kMs, 30 * kMs, 40 * kMs}), executor, clock);
  ASSERT_TRUE(record.has_value()) << record.error().what;
  EXPECT_EQ(Latencies(*record), (Times{25 * kMs, 40 * kMs, 55 * kMs, 70 * kMs, 85 * kMs}));
  EXPECT_EQ(Minus(record->issued_ns, record->due_ns), (Times{0, 15 * kMs, 30 * kMs, 45 * kMs, 60 * kMs}));
  // Completed rate as LoadGen counts it: (n - 1) / last completion = 4 / 0.125 s = 32 a second.
  EXPECT_EQ(record->done_ns.back(), 125 * kMs);
  EXPECT_EQ(record->end, EndState::kComplete);
  EXPECT_TRUE(record->end_reason.empty());
  EXPECT_TRUE(executor.stopped());
  EXPECT_EQ(executor.flushes(), 1);
  EXPECT_EQ(executor.cancels(), 0);
}

TEST(LoadRun, AnOpenLoopDoesNotWaitForAnswers) {
  ManualClock clock;
  ScriptedExecutor executor({25 * kMs}, Answers::kLater, clock);
  const auto record = Play(SeriesOf(Release::kAtDueTime, {0, 10 * kMs, 20 * kMs}), executor, clock);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(Latencies(*record), (Times{25 * kMs, 25 * kMs, 25 * kMs}));
  EXPECT_EQ(record->issued_ns, record->due_ns);
  EXPECT_EQ(record->end_ns, 45 * kMs);
}

// The last stamp sits on the last value that int64 can hold.
TEST(LoadRun, TimesAtTheTopOfInt64DoNotOverflow) {
  ManualClock clock(std::numeric_limits<std::int64_t>::max() - 80 * kMs);
  ScriptedExecutor executor({20 * kMs}, Answers::kLater, clock);
  Series series = SeriesOf(Release::kAfterPrevious, {0, 1, 2, 3});
  series.stop.min_query_count = 4;
  const auto record = Play(series, executor, clock);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(Latencies(*record), (Times{20 * kMs, 20 * kMs, 20 * kMs, 20 * kMs}));
  EXPECT_EQ(record->end_ns, 80 * kMs);
}

// Stamps of four queries of 20 ms; the wall clock goes back 0.5 s inside the second.
TEST(LoadRun, AWallClockStepIsANote) {
  EXPECT_EQ(WallStepNote({1'900'000'000'000'000'000, 5'000'000'000}, {1'899'999'999'540'000'000, 5'040'000'000}),
            "the wall clock was stepped by -500ms during the run; no duration depends on it");
  EXPECT_EQ(WallStepNote({1'900'000'000'000'000'000, 5'000'000'000}, {1'900'000'000'020'000'000, 5'020'000'000}),
            std::nullopt);
  constexpr std::int64_t kTop = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(WallStepNote({kTop, 0}, {0, kTop}).has_value());
}

// 10 ms a query: issue times are 0, 10, 20, … ms. LoadGen ends after the first query with which both minima are met.
TEST(LoadRun, AClosedLoopEndsWhenBothMinimaAreMet) {
  const struct {
    std::uint64_t min_queries;
    std::int64_t min_duration_ns;
    std::size_t issued;
  } cases[] = {{3, 35 * kMs, 5}, {3, 40 * kMs, 5}, {8, 35 * kMs, 8}, {1, 0, 1}, {2, 41 * kMs, 6}};
  for (const auto& c : cases) {
    ManualClock clock;
    ScriptedExecutor executor({10 * kMs}, Answers::kLater, clock);
    Series series = SeriesOf(Release::kAfterPrevious, Times(20, 0));
    series.stop = {.min_query_count = c.min_queries, .min_duration_ns = c.min_duration_ns};
    const auto record = Play(series, executor, clock);
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(record->queries(), c.issued) << c.min_queries << " queries, " << c.min_duration_ns << " ns";
    EXPECT_EQ(record->end, EndState::kComplete);
    EXPECT_EQ(record->due_ns, record->issued_ns);
    EXPECT_TRUE(record->notes.empty());
  }
}

TEST(LoadRun, AnAccuracySeriesIssuesItsWholeList) {
  ManualClock clock;
  ScriptedExecutor executor({10 * kMs}, Answers::kLater, clock);
  Series series = SeriesOf(Release::kAfterPrevious, Times(20, 0));
  series.accuracy = true;
  series.stop = {.min_query_count = 1, .max_query_count = 2, .max_duration_ns = 1};
  EXPECT_EQ(Play(series, executor, clock)->queries(), 20u);
}

TEST(LoadRun, SaysThatThePlanRanOut) {
  ManualClock clock;
  ScriptedExecutor executor({10 * kMs}, Answers::kLater, clock);
  Series series = SeriesOf(Release::kAfterPrevious, Times(3, 0));
  series.stop = {.min_query_count = 1, .min_duration_ns = 100 * kMs};
  const auto record = Play(series, executor, clock);
  ASSERT_EQ(record->notes.size(), 1u);
  EXPECT_TRUE(record->notes[0].starts_with("ran out of planned queries")) << record->notes[0];
}

TEST(LoadRun, MaximaAbort) {
  ManualClock clock;
  ScriptedExecutor executor({1 * kMs}, Answers::kLater, clock);
  Series series = SeriesOf(Release::kAtDueTime, {0, 10 * kMs, 20 * kMs, 30 * kMs});
  series.stop.max_query_count = 2;
  auto record = Play(series, executor, clock);
  EXPECT_EQ(record->end, EndState::kAborted);
  EXPECT_EQ(record->end_reason, "stopped at the maximum query count of 2");
  EXPECT_EQ(record->queries(), 2u);
  EXPECT_EQ(record->status, std::vector(2, SampleStatus::kOk)) << "what is in flight is still waited for";

  ManualClock other;
  ScriptedExecutor again({1 * kMs}, Answers::kLater, other);
  series.stop = {.max_duration_ns = 15 * kMs};
  record = Play(series, again, other);
  EXPECT_EQ(record->end_reason, "stopped after the maximum duration of 15ms");
  EXPECT_EQ(record->queries(), 3u);
}

// Interval 50 ms. Query 0 is done at 30: the next goes at 50, takes 120, is done at 170: intervals 100 and 150 are
// skipped. Query 2 goes at 200 and is done at 250 exactly: in time. Query 3 goes at 250, done at 260; query 4 at 300.
TEST(LoadRun, TheOlderMultiStreamSkipsIntervals) {
  ManualClock clock(7);
  ScriptedExecutor executor({30 * kMs, 120 * kMs, 50 * kMs, 10 * kMs, 10 * kMs}, Answers::kLater, clock);
  Series series = SeriesOf(Release::kAtInterval, Times(5, 0), 2);
  series.schedule.interval_ns = 50 * kMs;
  series.stop.min_query_count = 5;
  const auto record = Play(series, executor, clock);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->due_ns, (Times{0, 50 * kMs, 200 * kMs, 250 * kMs, 300 * kMs}));
  EXPECT_EQ(record->issued_ns, record->due_ns);
  EXPECT_EQ(record->skipped_intervals, 2u);
  EXPECT_EQ(record->samples(), 10u);
}

TEST(LoadRun, AClosedLoopStopsAtALostAnswerAndNamesIt) {
  ManualClock clock;
  ScriptedExecutor executor({1 * kMs, 1 * kMs, 900'000 * kMs}, Answers::kLater, clock);
  Series series = SeriesOf(Release::kAfterPrevious, Times(10, 0));
  series.stop.min_query_count = 10;
  const auto record = Play(series, executor, clock, {.lost_after_ns = 500 * kMs});
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->end, EndState::kSutFailed);
  EXPECT_EQ(record->end_reason, "query 2 wasn't answered within 500ms, and the next one can't go out before it is");
  EXPECT_EQ(record->status, (std::vector{SampleStatus::kOk, SampleStatus::kOk, SampleStatus::kLost}));
  EXPECT_EQ(record->end_ns, 502 * kMs);
  EXPECT_EQ(executor.cancels(), 1);
  EXPECT_EQ(executor.flushes(), 0);
}

TEST(LoadRun, AnInterruptStopsIssuingAndCancels) {
  ManualClock clock;
  std::atomic<bool> interrupted{false};
  clock.CallAtNs(25 * kMs, [](void* flag, std::int64_t) noexcept { static_cast<std::atomic<bool>*>(flag)->store(true); },
                 &interrupted);
  ScriptedExecutor executor({10 * kMs, 900'000 * kMs}, Answers::kLater, clock);
  const auto record =
      Play(SeriesOf(Release::kAtDueTime, {0, 10 * kMs, 20 * kMs, 30 * kMs, 40 * kMs}), executor, clock,
          {.interrupted = &interrupted});
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->end, EndState::kInterrupted);
  EXPECT_EQ(record->end_reason, "interrupted after 3 of 5 planned queries");
  EXPECT_EQ(record->status, (std::vector{SampleStatus::kOk, SampleStatus::kCancelled, SampleStatus::kOk}));
  EXPECT_EQ(executor.cancels(), 1);
}

struct Written {
  std::vector<std::byte> bytes;
  Result<record::RunRecord> returned;
};

Written RunWritten(std::int64_t record_interval_ns) {
  Written written{{}, Fail(ErrorCode::kInternal, "not run")};
  ManualClock clock(123);
  ScriptedExecutor executor({25 * kMs, 3 * kMs, 70'000 * kMs}, Answers::kLater, clock);
  auto writer = record::RecordWriter::Create(std::make_unique<fakes::MemorySink>(written.bytes),
                                             {.context_json = R"({"a":1})", .samples_per_query = 2, .output_bytes = 0});
  written.returned = RunSeries(SeriesOf(Release::kAtDueTime, {0, 10 * kMs, 20 * kMs, 30 * kMs}, 2), executor, clock,
                               *std::move(writer), R"({"a":1})",
                               {.lost_after_ns = 100 * kMs, .record_interval_ns = record_interval_ns});
  return written;
}

TEST(LoadRun, TheReturnedRecordIsTheWrittenOne) {
  for (const std::int64_t interval_ns : {1 * kMs, 60'000 * kMs}) {
    const Written written = RunWritten(interval_ns);
    ASSERT_TRUE(written.returned.has_value()) << written.returned.error().what;
    const auto read = record::ReadRecordBytes(written.bytes, "memory");
    ASSERT_TRUE(read.has_value()) << read.error().what;
    EXPECT_FALSE(read->damage.has_value());
    const record::RunRecord &a = read->record, &b = *written.returned;
    EXPECT_EQ(a.header_json, b.header_json);
    EXPECT_EQ(a.due_ns, b.due_ns);
    EXPECT_EQ(a.issued_ns, b.issued_ns);
    EXPECT_EQ(a.issue_returned_ns, b.issue_returned_ns);
    EXPECT_EQ(a.sample_index, b.sample_index);
    EXPECT_EQ(a.done_ns, b.done_ns);
    EXPECT_EQ(a.first_token_ns, b.first_token_ns);
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.tokens, b.tokens);
    EXPECT_EQ(a.error, b.error);
    EXPECT_EQ(a.end, b.end);
    EXPECT_EQ(a.end_ns, b.end_ns);
    EXPECT_EQ(a.notes, b.notes);
    ASSERT_EQ(b.notes.size(), 1u);
    EXPECT_TRUE(b.notes[0].starts_with("2 samples weren't answered: sample 4 (id ")) << b.notes[0];
    EXPECT_EQ(b.status[4], SampleStatus::kLost);
    EXPECT_EQ(b.done_ns[4], -1);
  }
}

TEST(LoadRun, TheSameRunGivesTheSameBytes) {
  const Written once = RunWritten(15 * kMs), again = RunWritten(15 * kMs);
  EXPECT_EQ(once.bytes, again.bytes);
  EXPECT_FALSE(once.bytes.empty());
}

TEST(LoadRun, AFullDiskEndsTheRun) {
  std::vector<std::byte> bytes;
  ManualClock clock;
  ScriptedExecutor executor({1 * kMs}, Answers::kLater, clock);
  auto writer = record::RecordWriter::Create(std::make_unique<fakes::MemorySink>(bytes, 1'500),
                                             {.context_json = "{}", .samples_per_query = 1, .output_bytes = 0});
  ASSERT_TRUE(writer.has_value());
  const auto record = RunSeries(SeriesOf(Release::kAtDueTime, Times(5'000, 0)), executor, clock, *std::move(writer),
                                "{}", {.record_interval_ns = 1});
  ASSERT_FALSE(record.has_value());
  EXPECT_EQ(record.error().code, ErrorCode::kUnwritable);
  EXPECT_TRUE(executor.stopped());
}

TEST(LoadRun, RefusesWhatCannotRun) {
  ManualClock clock;
  ScriptedExecutor executor({1}, Answers::kInline, clock);
  EXPECT_EQ(Play(SeriesOf(Release::kAtDueTime, {}), executor, clock).error().code, ErrorCode::kEmpty);
  EXPECT_EQ(Play(SeriesOf(Release::kAtInterval, {0}), executor, clock).error().code, ErrorCode::kOutOfRange);
  const Series one = SeriesOf(Release::kAtDueTime, {0});
  EXPECT_EQ(Play(one, executor, clock, {.lost_after_ns = 0}).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(Play(one, executor, clock, {.record_interval_ns = 0}).error().code, ErrorCode::kOutOfRange);
  Series broken = one;
  broken.schedule.sample_index.resize(0);
  EXPECT_EQ(Play(broken, executor, clock).error().code, ErrorCode::kInternal);
}

}  // namespace
}  // namespace assay::load
