// SPDX-License-Identifier: Apache-2.0
#include "load/load_run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "load/issuer.h"
#include "load/recorder.h"
#include "load/sample_names.h"
#include "load/wall_step.h"
#include "random/splitmix.h"
#include "spec/quantity.h"

namespace assay::load {
namespace {

// How long the watchdog waits for a thread that is just storing an answer.
constexpr std::int64_t kStoreNs = 100'000'000;

Result<void> CheckArguments(const Series& series, const LoadRunOptions& options) {
  const Schedule& schedule = series.schedule;
  if (schedule.queries() == 0) return Fail(ErrorCode::kEmpty, "expected a schedule of at least 1 query, found none");
  if (schedule.samples_per_query == 0 || schedule.sample_index.size() % schedule.queries() != 0 ||
      schedule.sample_index.size() / schedule.queries() != schedule.samples_per_query) {
    return Fail(ErrorCode::kInternal, "expected samples_per_query sample indices for each query of the schedule");
  }
  if (schedule.release == Release::kAtInterval && schedule.interval_ns <= 0) {
    return Fail(ErrorCode::kOutOfRange, "expected an interval above 0, found " + spec::DurationText(schedule.interval_ns));
  }
  if (options.lost_after_ns <= 0) {
    return Fail(ErrorCode::kOutOfRange, "expected lost_after above 0, found " + spec::DurationText(options.lost_after_ns));
  }
  if (options.record_interval_ns <= 0) {
    return Fail(ErrorCode::kOutOfRange,
                "expected a record interval above 0, found " + spec::DurationText(options.record_interval_ns));
  }
  return {};
}

// What the executor says before it is started; an exception is a refusal.
template <class Body>
auto Guarded(const char* call, const Body& body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::exception& thrown) {
    return Fail(ErrorCode::kSutFailed, std::string("the executor threw in ") + call + ": " + thrown.what());
  } catch (...) {
    return Fail(ErrorCode::kSutFailed, std::string("the executor threw in ") + call);
  }
}

void Nothing(void*, std::int64_t) noexcept {}

// All that one run allocates.
struct Columns {
  Columns(const Schedule& schedule, std::uint64_t output_bytes, std::uint64_t generation, Clock& clock)
      : tracker(schedule.sample_index.size(), output_bytes, generation, clock), log(schedule.queries()) {
    samples.reserve(schedule.sample_index.size());
    for (const std::uint64_t index : schedule.sample_index) samples.push_back({tracker.IdOf(samples.size()), index});
  }
  Tracker tracker;
  IssueLog log;
  std::vector<QuerySample> samples;
};

record::EndBlock EndBlockOf(const RunState& run, const Ending& ending) {
  record::EndBlock end{.state = ending.state,
                       .reason = ending.reason,
                       .end_ns = ending.end_ns,
                       .stray_count = run.tracker.stray_count(),
                       .skipped_intervals = ending.skipped_intervals,
                       .notes = ending.notes};
  if (!ending.closed.empty()) {
    end.notes.push_back(std::to_string(ending.closed.size()) + " samples weren't answered: " +
                        NameSamples(ending.closed, run.samples));
  }
  if (end.stray_count != 0) {
    end.notes.push_back(std::to_string(end.stray_count) + " answers had no open sample to go to: " +
                        NameStrays(run.tracker.Strays(), end.stray_count));
  }
  if (const std::uint64_t count = run.tracker.oversized_outputs(); count != 0) {
    end.notes.push_back(std::to_string(count) + " outputs were larger than the " +
                        std::to_string(run.tracker.output_bytes()) + " bytes that the executor had declared: errors");
  }
  if (const std::uint64_t count = run.tracker.invalid_statuses(); count != 0) {
    end.notes.push_back(std::to_string(count) + " answers came with a status that isn't one of an answer: errors");
  }
  return end;
}

// The thread that appends finished columns, feeds the progress line and watches the issuing thread's calls.
class RecorderThread {
 public:
  RecorderThread(RunState& run, Recorder& recorder, const std::string& header_json)
      : run_(run), recorder_(recorder), header_json_(header_json), thread_([this] { Loop(); }) {}
  ~RecorderThread() { Join(); }

  void Join() {
    {
      const std::lock_guard lock(mutex_);
      finished_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
  }
  // After Join: the record that the watchdog closed, if it did.
  std::optional<Result<record::RunRecord>> TakeStuckRecord() { return std::move(stuck_record_); }

 private:
  void Loop();
  bool IsStuck(std::int64_t now_ns, std::int64_t* begun_ns) const;
  void CloseStuck(std::int64_t begun_ns);

  RunState& run_;
  Recorder& recorder_;
  const std::string& header_json_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool finished_ = false;
  std::optional<Result<record::RunRecord>> stuck_record_;
  std::thread thread_;  // last: it uses the rest
};

void RecorderThread::Loop() {
  constexpr std::int64_t kLongestTickNs = 100'000'000;  // for the progress line
  const std::int64_t tick_ns = std::max<std::int64_t>(
      1'000'000, std::min({run_.options.record_interval_ns, run_.options.lost_after_ns / 4, kLongestTickNs}));
  std::int64_t drained_ns = 0;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, std::chrono::nanoseconds(tick_ns), [this] { return finished_; })) {
    lock.unlock();
    const std::int64_t now_ns = run_.clock.NowNs() - run_.start_ns;
    if (run_.options.progress != nullptr) {
      run_.options.progress->completed.store(run_.tracker.completed().load(), std::memory_order_relaxed);
    }
    if (now_ns - drained_ns >= run_.options.record_interval_ns) {
      drained_ns = now_ns;
      if (!recorder_.Drain()) run_.stop.store(true);
    }
    std::int64_t begun_ns = 0;
    if (IsStuck(now_ns, &begun_ns) && run_.call.Take(begun_ns)) return CloseStuck(begun_ns);
    lock.lock();
  }
}

// Stuck means: in one call for lost_after, and no answer came in that time either.
bool RecorderThread::IsStuck(std::int64_t now_ns, std::int64_t* begun_ns) const {
  *begun_ns = run_.call.begun_ns();
  return *begun_ns >= 0 &&
         now_ns - std::max(*begun_ns, run_.tracker.last_progress_ns()) >= run_.options.lost_after_ns;
}

void RecorderThread::CloseStuck(std::int64_t begun_ns) {
  Ending ending{.state = record::EndState::kSutStuck};
  ending.end_ns = run_.clock.NowNs() - run_.start_ns;
  ending.closed = run_.tracker.CloseOpen(SampleStatus::kLost);
  run_.clock.WaitForCount(run_.tracker.completed(), run_.tracker.opened() - ending.closed.size(),
                          run_.clock.NowNs() + kStoreNs);
  ending.reason = std::string("the call to ") + run_.call.name() + ", begun at " + spec::DurationText(begun_ns) +
                  ", didn't return within " + spec::DurationText(run_.options.lost_after_ns) + "; waiting: " +
                  (ending.closed.empty() ? "no sample" : NameSamples(ending.closed, run_.samples));
  const record::EndBlock end = EndBlockOf(run_, ending);
  const Result<void> written = recorder_.Finish(end, ending.closed);
  record::RunRecord record = recorder_.Build(end, header_json_);
  if (run_.options.on_stuck) run_.options.on_stuck(record);
  if (written) {
    stuck_record_ = std::move(record);
  } else {
    stuck_record_ = std::unexpected(written.error());
  }
}

// Under a simulated clock there is one thread: the columns are drained between two queries.
Ending IssueSimulated(RunState& run, Recorder& recorder) {
  std::int64_t drained_ns = 0;
  return IssueSeries(run, [&](std::int64_t now_ns) {
    if (run.options.progress != nullptr) run.options.progress->completed.store(run.tracker.completed().load());
    if (now_ns - drained_ns < run.options.record_interval_ns) return;
    drained_ns = now_ns;
    if (!recorder.Drain()) run.stop.store(true);
  });
}

// Whatever happens after Start, the executor is stopped before the columns go.
struct StopAtEnd {
  RunState& run;
  ~StopAtEnd() {
    if (!run.executor_stopped) run.executor.Stop();
  }
};

ClockPair ReadClocks(Clock& clock) {
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(wall).count(), clock.NowNs()};
}

Result<record::RunRecord> Issue(RunState& run, Recorder& recorder, bool simulated, const std::string& header_json) {
  Ending ending;
  if (simulated) {
    ending = IssueSimulated(run, recorder);
  } else {
    const ClockPair begin = ReadClocks(run.clock);
    RecorderThread thread(run, recorder, header_json);
    ending = IssueSeries(run, {});
    thread.Join();
    if (ending.taken_over) return *thread.TakeStuckRecord();
    if (const auto note = WallStepNote(begin, ReadClocks(run.clock))) ending.notes.push_back(*note);
  }
  if (run.options.progress != nullptr) run.options.progress->completed.store(run.tracker.completed().load());
  const record::EndBlock end = EndBlockOf(run, ending);
  ASSAY_CHECK_OK(recorder.Finish(end, ending.closed));
  return recorder.Build(end, header_json);
}

}  // namespace

Result<record::RunRecord> RunSeries(const Series& series, Executor& executor, Clock& clock,
                                    std::unique_ptr<record::RecordWriter> writer, const std::string& header_json,
                                    const LoadRunOptions& options) try {
  ASSAY_CHECK_OK(CheckArguments(series, options));
  ASSAY_CHECK_OK(Guarded("LoadSamples", [&] { return executor.LoadSamples(series.load); }));
  const Result<ExecutorDescription> description =
      Guarded("Describe", [&]() -> Result<ExecutorDescription> { return executor.Describe(); });
  ASSAY_CHECK_OK(description);
  // A run's ids differ from those of other runs, so that a late answer of one can't count in another.
  const std::uint64_t generation = random::SplitMixFinalise(static_cast<std::uint64_t>(clock.NowNs()));
  Columns columns(series.schedule, options.keep_outputs ? description->output_bytes : 0, generation, clock);
  Recorder recorder(series.schedule, columns.log, columns.tracker, std::move(writer));
  if (options.progress != nullptr) options.progress->planned = series.schedule.queries();
  const bool simulated = clock.CallAtNs(clock.NowNs(), &Nothing, nullptr);
  columns.tracker.Begin(clock.NowNs());
  ASSAY_CHECK_OK(Guarded("Start", [&] { return executor.Start(columns.tracker); }));
  RunState run{series, executor, clock, options, clock.NowNs(), columns.tracker, columns.log, columns.samples};
  const StopAtEnd stop_at_end{run};
  columns.tracker.Begin(run.start_ns);
  return Issue(run, recorder, simulated, header_json);
} catch (const std::system_error& thrown) {
  return Fail(ErrorCode::kHostUnfit, std::string("the recorder thread can't be started: ") + thrown.what());
} catch (const std::bad_alloc&) {
  return Fail(ErrorCode::kOutOfRange,
              "the run's columns don't fit in memory: " + std::to_string(series.schedule.sample_index.size()) +
                  " planned samples",
              "state a shorter duration or a lower rate, or run without outputs");
}

}  // namespace assay::load
