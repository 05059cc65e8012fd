// SPDX-License-Identifier: Apache-2.0
#include "load/issuer.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "spec/quantity.h"

namespace assay::load {
namespace {

// Waits are cut in slices so that an interrupt is seen soon.
constexpr std::int64_t kSliceNs = 100'000'000;
// What runs after a sleep finds its caches cold and would issue 100 to 300 ns late by that. So the last part of each
// wait is one of its own, through the same code: short enough that the clock doesn't sleep in it.
constexpr std::int64_t kRehearsalNs = 5'000;
// How long a cancelled executor may still answer.
constexpr std::int64_t kShortDrainNs = 1'000'000'000;

// Times may sit anywhere in int64: the sum stops at its end.
std::int64_t After(std::int64_t from_ns, std::int64_t duration_ns) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(from_ns, duration_ns, &sum)) return sum;
  return duration_ns > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

class Issuer {
 public:
  Issuer(RunState& run, const std::function<void(std::int64_t)>& after_issue)
      : run_(run), schedule_(run.series.schedule), log_(run.log), after_issue_(after_issue) {}

  Ending Run();

 private:
  enum class Wait { kDone, kStopped, kLost };
  enum class Heed { kStop, kNothing };

  std::int64_t Now() { return now_ns_ = run_.clock.NowNs() - run_.start_ns; }
  bool Stopped() const;
  std::int64_t PatienceEndsNs(std::int64_t patience_ns) const;
  Wait WaitUntil(std::int64_t due_ns);  // leaves the moment of release in now_ns_, as WaitForRelease does
  Wait WaitForAnswers(std::uint64_t samples, std::int64_t patience_ns, Heed heed);
  Wait WaitForRelease(std::uint64_t query, std::int64_t* due_ns);
  std::int64_t NextInterval(std::uint64_t query);
  bool IssueAll();
  bool IssueOne(std::uint64_t query, std::int64_t due_ns);
  bool EndsAfter(std::uint64_t query);
  template <class Body>
  bool Call(const char* name, std::int64_t now_ns, const Body& body);
  bool GoOn(record::EndState state, std::string reason);
  bool GiveUp(record::EndState state, std::string reason, SampleStatus unanswered);
  bool Interrupt();
  void NoteIfRunOut();
  void Drain();
  void Close();

  RunState& run_;
  const Schedule& schedule_;
  IssueLog& log_;
  const std::function<void(std::int64_t)>& after_issue_;
  std::int64_t now_ns_ = 0;     // the latest reading of the clock: each costs as much as all else in issuing a query
  std::int64_t last_issued_ns_ = 0;
  std::int64_t last_tick_ = 0;  // kAtInterval: number of the interval that the query before took
  bool given_up_ = false;       // no more queries, no flush: cancel
  SampleStatus unanswered_ = SampleStatus::kLost;
  Ending ending_;
};

bool Issuer::Stopped() const {
  return run_.stop.load(std::memory_order_relaxed) ||
         (run_.options.interrupted != nullptr && run_.options.interrupted->load(std::memory_order_relaxed));
}

Issuer::Wait Issuer::WaitUntil(std::int64_t due_ns) {
  while (!Stopped()) {
    std::int64_t until_ns = std::min(due_ns, After(now_ns_, kSliceNs));
    if (until_ns == due_ns && After(now_ns_, kRehearsalNs) < due_ns) until_ns -= kRehearsalNs;
    // A simulated clock also runs in a wait what is due by now; a real one need not be asked twice.
    if (until_ns > now_ns_ || after_issue_) run_.clock.WaitUntilNs(After(run_.start_ns, until_ns));
    Now();
    if (until_ns == due_ns) return Stopped() ? Wait::kStopped : Wait::kDone;
  }
  return Wait::kStopped;
}

// Patience counts from the last issue or the last answer, whichever is later.
std::int64_t Issuer::PatienceEndsNs(std::int64_t patience_ns) const {
  const std::int64_t progress_ns = std::max(last_issued_ns_, run_.tracker.last_progress_ns());
  return After(run_.start_ns, After(progress_ns, patience_ns));
}

Issuer::Wait Issuer::WaitForAnswers(std::uint64_t samples, std::int64_t patience_ns, Heed heed) {
  if (run_.tracker.completed().load(std::memory_order_acquire) >= samples) return Wait::kDone;
  for (;;) {
    const std::int64_t slice_ns = After(run_.clock.NowNs(), kSliceNs);
    const std::int64_t until_ns = std::min(PatienceEndsNs(patience_ns), slice_ns);
    if (run_.clock.WaitForCount(run_.tracker.completed(), samples, until_ns)) return Wait::kDone;
    if (heed == Heed::kStop && Stopped()) return Wait::kStopped;
    if (run_.clock.NowNs() >= PatienceEndsNs(patience_ns)) return Wait::kLost;
  }
}

// A multiple of the interval at or after the moment when the query before was answered, and after its own.
std::int64_t Issuer::NextInterval(std::uint64_t query) {
  if (query == 0) return 0;
  const std::uint64_t spq = schedule_.samples_per_query;
  std::int64_t finished_ns = 0;
  for (std::uint64_t slot = (query - 1) * spq; slot < query * spq; ++slot) {
    finished_ns = std::max(finished_ns, run_.tracker.done_ns(slot));
  }
  const std::int64_t in_time = last_tick_ + 1;
  const std::int64_t free_at = finished_ns / schedule_.interval_ns + (finished_ns % schedule_.interval_ns != 0 ? 1 : 0);
  last_tick_ = std::max(in_time, free_at);
  ending_.skipped_intervals += static_cast<std::uint64_t>(last_tick_ - in_time);
  return last_tick_ * schedule_.interval_ns;
}

Issuer::Wait Issuer::WaitForRelease(std::uint64_t query, std::int64_t* due_ns) {
  if (schedule_.release != Release::kAtDueTime) {
    const Wait answered = WaitForAnswers(query * schedule_.samples_per_query, run_.options.lost_after_ns, Heed::kStop);
    if (answered != Wait::kDone) return answered;
    if (schedule_.release == Release::kAfterPrevious) {
      *due_ns = Now();
      return Stopped() ? Wait::kStopped : Wait::kDone;
    }
    *due_ns = NextInterval(query);
  } else {
    *due_ns = schedule_.due_ns[query];
  }
  return WaitUntil(*due_ns);
}

// Runs one call into the executor under the watchdog's eyes. False, also behind an exception's back in taken_over, when
// the watchdog lost patience meanwhile: it has closed the record, and nothing here may touch it any more.
template <class Body>
bool Issuer::Call(const char* name, std::int64_t now_ns, const Body& body) {
  struct Mark {
    Issuer& issuer;
    ~Mark() { issuer.ending_.taken_over = !issuer.run_.call.End(); }
  };
  {
    run_.call.Begin(name, now_ns);
    const Mark mark{*this};
    body();
  }
  return !ending_.taken_over;
}

bool Issuer::IssueOne(std::uint64_t query, std::int64_t due_ns) {
  const std::uint64_t spq = schedule_.samples_per_query;
  const Query issued{query, std::span(run_.samples).subspan(query * spq, spq)};
  run_.tracker.Open((query + 1) * spq);
  log_.due_ns[query] = due_ns;
  log_.issued_ns[query] = now_ns_;
  last_issued_ns_ = now_ns_;
  log_.begun.store(query + 1, std::memory_order_release);
  if (!Call("Issue", now_ns_, [&] { run_.executor.Issue(std::span(&issued, 1)); })) return false;
  log_.returned_ns[query] = Now();
  log_.returned.store(query + 1, std::memory_order_release);
  if (run_.options.progress != nullptr) run_.options.progress->issued.store(query + 1, std::memory_order_relaxed);
  if (after_issue_) after_issue_(log_.returned_ns[query]);
  return true;
}

// LoadGen's checks after each issue. An accuracy series always runs to the end of its list, and so does an open loop
// unless it meets a maximum.
bool Issuer::EndsAfter(std::uint64_t query) {
  const StopRule& stop = run_.series.stop;
  const std::uint64_t issued = query + 1;
  if (run_.series.accuracy || issued == schedule_.queries()) return false;
  const std::int64_t issued_ns = log_.issued_ns[query];
  if (schedule_.release != Release::kAtDueTime && issued >= stop.min_query_count && issued_ns >= stop.min_duration_ns) {
    return true;
  }
  if (stop.max_query_count != 0 && issued >= stop.max_query_count) {
    return GoOn(record::EndState::kAborted,
                "stopped at the maximum query count of " + std::to_string(stop.max_query_count));
  }
  if (stop.max_duration_ns != 0 && issued_ns > stop.max_duration_ns) {
    return GoOn(record::EndState::kAborted,
                "stopped after the maximum duration of " + spec::DurationText(stop.max_duration_ns));
  }
  return false;
}

// Issues what there is to issue. True when a flush follows.
bool Issuer::IssueAll() {
  const std::uint64_t queries = schedule_.queries();
  for (std::uint64_t query = 0; query < queries; ++query) {
    std::int64_t due_ns = 0;
    const Wait released = WaitForRelease(query, &due_ns);
    if (released == Wait::kStopped) return Interrupt();
    if (released == Wait::kLost) {
      return GiveUp(record::EndState::kSutFailed,
                    "query " + std::to_string(query - 1) + " wasn't answered within " +
                        spec::DurationText(run_.options.lost_after_ns) +
                        ", and the next one can't go out before it is",
                    SampleStatus::kLost);
    }
    if (!IssueOne(query, due_ns)) return false;
    if (EndsAfter(query)) return true;
  }
  NoteIfRunOut();
  return true;
}

void Issuer::NoteIfRunOut() {
  if (schedule_.release == Release::kAtDueTime || run_.series.accuracy) return;
  if (log_.issued_ns[schedule_.queries() - 1] >= run_.series.stop.min_duration_ns) return;
  ending_.notes.push_back(
      "ran out of planned queries before the minimum duration: the system under test answers more than twice as fast "
      "as the expected latency that sized the plan");
}

// Ends issuing before the schedule does; what is in flight is waited for. Returns true: flush.
bool Issuer::GoOn(record::EndState state, std::string reason) {
  ending_.state = state;
  ending_.reason = std::move(reason);
  return true;
}

// Ends issuing; what is in flight is cancelled. Returns false: no flush.
bool Issuer::GiveUp(record::EndState state, std::string reason, SampleStatus unanswered) {
  GoOn(state, std::move(reason));
  unanswered_ = unanswered;
  given_up_ = true;
  return false;
}

bool Issuer::Interrupt() {
  if (run_.stop.load()) {
    return GiveUp(record::EndState::kAborted, "the record can't be written", SampleStatus::kCancelled);
  }
  return GiveUp(record::EndState::kInterrupted,
                "interrupted after " + std::to_string(log_.begun.load()) + " of " +
                    std::to_string(schedule_.queries()) + " planned queries",
                SampleStatus::kCancelled);
}

// Waits for what is in flight, closes what stays unanswered, and stops the executor.
void Issuer::Drain() {
  const std::uint64_t opened = run_.tracker.opened();
  if (!given_up_) {
    if (WaitForAnswers(opened, run_.options.lost_after_ns, Heed::kStop) == Wait::kStopped) Interrupt();
  }
  if (!given_up_ || unanswered_ == SampleStatus::kLost) {
    Close();
    if (!ending_.closed.empty() && !Call("Cancel", Now(), [&] { run_.executor.Cancel(); })) return;
  } else {
    if (!Call("Cancel", Now(), [&] { run_.executor.Cancel(); })) return;
    last_issued_ns_ = Now();  // patience begins anew with the cancel
    WaitForAnswers(opened, std::min(run_.options.lost_after_ns, kShortDrainNs), Heed::kNothing);
    Close();
  }
  run_.executor_stopped = true;
  Call("Stop", Now(), [&] { run_.executor.Stop(); });
}

void Issuer::Close() {
  ending_.end_ns = Now();
  ending_.closed = run_.tracker.CloseOpen(unanswered_);
}

// The one place where exceptions of an executor are caught.
Ending Issuer::Run() {
  try {
    if (IssueAll()) Call("Flush", Now(), [&] { run_.executor.Flush(); });
  } catch (const std::exception& thrown) {
    GiveUp(record::EndState::kSutFailed, std::string("the executor threw: ") + thrown.what(), SampleStatus::kCancelled);
  } catch (...) {
    GiveUp(record::EndState::kSutFailed, "the executor threw something that isn't a std::exception",
           SampleStatus::kCancelled);
  }
  if (!ending_.taken_over) Drain();
  return std::move(ending_);
}

}  // namespace

Ending IssueSeries(RunState& run, const std::function<void(std::int64_t)>& after_issue) {
  return Issuer(run, after_issue).Run();
}

}  // namespace assay::load
