// SPDX-License-Identifier: Apache-2.0
#include "loadgen/series_run.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

namespace assay::loadgen {
namespace {

using record::MlperfScenario;

// Waits are cut in slices so that an abort is seen soon.
constexpr std::int64_t kSliceNs = 20'000'000;
// What runs after a sleep finds its caches cold; the last part of a wait is one of its own, through the same code.
constexpr std::int64_t kRehearsalNs = 5'000;
// Every so many queries the call into the system is timed, also without a trace.
constexpr std::uint64_t kTimedEvery = 64;
// A Server run whose last query went out so late is behind; a system that takes most queries in less isn't the reason.
constexpr std::int64_t kBehindNs = 1'000'000;
constexpr std::int64_t kQuickCallNs = 1'000;

constexpr std::int64_t kSecondNs = 1'000'000'000;

// Times may sit anywhere in int64: the sum stops at its end.
std::int64_t After(std::int64_t from_ns, std::int64_t duration_ns) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(from_ns, duration_ns, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

}  // namespace

IssueTimes::IssueTimes(std::uint64_t queries, const base::ColumnPlace& place) : later_by_1_(place) {
  later_by_1_.resize(queries);
  if (!in_file()) Populate(0, queries);
}

SeriesRun::SeriesRun(const load::Schedule& schedule, const IssueRules& rules, IssuedQueries& queries, Answers& answers,
                     const AnswerTraffic& traffic, mlperf::SystemUnderTest& sut, Clock& clock,
                     const std::atomic<bool>& abort)
    : schedule_(schedule),
      rules_(rules),
      queries_(queries),
      answers_(answers),
      traffic_(traffic),
      sut_(sut),
      clock_(clock),
      abort_(abort),
      answered_before_(traffic.answered()),
      issued_ns_(schedule.queries(), rules.place),
      returned_ns_(rules.calls ? schedule.queries() : 0, rules.place) {}

SeriesRun::Wait SeriesRun::WaitUntil(std::int64_t due_ns, std::int64_t* now_ns) {
  while (*now_ns < due_ns) {
    if (abort_.load(std::memory_order_relaxed)) return Wait::kAborted;
    std::int64_t until_ns = due_ns;
    if (due_ns - *now_ns > kSliceNs) {
      until_ns = *now_ns + kSliceNs;
    } else if (due_ns - *now_ns > kRehearsalNs) {
      until_ns = due_ns - kRehearsalNs;
    }
    clock_.WaitUntilNs(until_ns);
    *now_ns = clock_.NowNs();
  }
  return Wait::kDone;
}

// The longest silence so far says what this system's silences are; before the first answer nothing does.
std::int64_t SeriesRun::PatienceNs() const {
  if (rules_.lost_after_ns != 0) return rules_.lost_after_ns;
  if (answers_.last_progress_ns() == Answers::kNone) return std::max(600 * kSecondNs, 10 * rules_.min_duration_ns);
  return std::max({60 * kSecondNs, rules_.min_duration_ns, 10 * longest_silence_ns_});
}

SeriesRun::Wait SeriesRun::WaitForAnswers(std::uint64_t samples) {
  const std::uint64_t goal = AnswerTraffic::At(answered_before_ + samples);
  if (HasAnswers(samples)) return Wait::kDone;
  for (;;) {
    std::int64_t now_ns = clock_.NowNs();
    const std::int64_t patience_ns = PatienceNs();
    const std::int64_t quiet_since_ns = std::max({last_issue_ns_, answers_.last_progress_ns(), start_ns_});
    std::int64_t until_ns = After(now_ns, kSliceNs);
    if (patience_ns >= 0) until_ns = std::min(until_ns, After(quiet_since_ns, patience_ns));
    if (clock_.WaitForCount(traffic_.word(), goal, until_ns)) return Wait::kDone;
    if (abort_.load(std::memory_order_relaxed)) return Wait::kAborted;
    const std::int64_t progress_ns = answers_.last_progress_ns();
    if (progress_ns > seen_progress_ns_) {
      longest_silence_ns_ = std::max(longest_silence_ns_, progress_ns - std::max(seen_progress_ns_, start_ns_));
      seen_progress_ns_ = progress_ns;
      continue;
    }
    now_ns = clock_.NowNs();
    if (patience_ns >= 0 && now_ns - std::max(quiet_since_ns, progress_ns) >= patience_ns) return Wait::kLost;
  }
}

// A sample that two threads answered at once counts twice: then the count is there before the last answer is.
SeriesRun::Wait SeriesRun::WaitForRest(SeriesOutcome& outcome) {
  const std::uint64_t slots = SlotsOf(outcome.issued_samples);
  for (std::uint64_t goal = outcome.issued_samples;;) {
    const Wait wait = WaitForAnswers(goal);
    outcome.end_ns = clock_.NowNs();
    if (wait != Wait::kDone) return wait;
    const std::uint64_t counted = Counted();
    const std::uint64_t open = answers_.CountOpen(slots);
    if (open == 0) return Wait::kDone;
    goal = counted + open;
  }
}

// All samples handed out are below it: one thread issues the list from its front.
std::uint64_t SeriesRun::SlotsOf(std::uint64_t issued_samples) const {
  return shards_ == 1 ? issued_samples : answers_.samples();
}

// Hands out `query` and, when coalescing, all that have fallen due by now. Returns how many queries went out.
[[gnu::always_inline]] inline std::uint64_t SeriesRun::IssueOne(std::uint64_t query, std::uint64_t number,
                                                                std::int64_t now_ns,
                                                                std::vector<mlperf::QuerySample>& merged,
                                                                Shard& shard) {
  const std::uint64_t spq = schedule_.samples_per_query;
  const auto open = [&](std::uint64_t taken) {
    issued_ns_.Set(taken, now_ns);
    for (std::uint64_t slot = taken * spq; slot < (taken + 1) * spq; ++slot) answers_.Open(slot);
  };
  open(query);
  std::uint64_t count = 1;
  const std::vector<mlperf::QuerySample>* samples = &queries_.Next(number);
  if (rules_.coalesce) {
    std::uint64_t next = query + shards_;
    if (next < schedule_.queries() && start_ns_ + schedule_.due_ns[next] <= now_ns) {
      merged.assign(samples->begin(), samples->end());
      for (; next < schedule_.queries() && start_ns_ + schedule_.due_ns[next] <= now_ns; next += shards_, ++count) {
        open(next);
        const std::vector<mlperf::QuerySample>& more = queries_.Next(number);
        merged.insert(merged.end(), more.begin(), more.end());
      }
      samples = &merged;
    }
  }
  shard.issued += count;
  shard.issued_samples += count * spq;
  if (rules_.max_async_queries != 0) issued_samples_.fetch_add(count * spq, std::memory_order_relaxed);
  const bool timed = shard.issued >= shard.next_timed;
  if (timed) {
    shard.next_timed = shard.issued + kTimedEvery;
    passed_.store(query, std::memory_order_relaxed);
  }
  sut_.IssueQuery(*samples);
  shard.returned_ns = 0;
  if (!timed && !rules_.calls) return count;
  shard.returned_ns = clock_.NowNs();
  if (rules_.calls) returned_ns_.Set(query, shard.returned_ns);
  if (timed) {
    ++shard.timed_calls;
    shard.quick_calls += shard.returned_ns - now_ns < kQuickCallNs ? 1 : 0;
  }
  return count;
}

// LoadGen's checks, in its order. A maximum is split among the threads as the list is.
[[gnu::always_inline]] inline bool SeriesRun::EndsAfter(std::int64_t issued_ns, Shard& shard) {
  if (rules_.accuracy) return false;
  if (rules_.scenario != MlperfScenario::kServer && shard.issued >= shard.min_queries &&
      issued_ns - start_ns_ >= rules_.target_duration_ns) {
    shard.stop = Stop::kNatural;
    return true;
  }
  return HasLimits() && MeetsLimit(shard);
}

bool SeriesRun::MeetsLimit(Shard& shard) {
  if (rules_.max_async_queries != 0) {
    const std::uint64_t done = Counted();
    const std::uint64_t issued = issued_samples_.load(std::memory_order_relaxed);
    shard.outstanding = issued > done ? (issued - done) / schedule_.samples_per_query : 0;
    if (shard.outstanding > rules_.max_async_queries) {
      shard.stop = Stop::kTooManyAsync;
      return true;
    }
  }
  if (rules_.max_query_count != 0 && shard.issued >= shard.max_queries) {
    shard.stop = Stop::kMaxQueries;
    return true;
  }
  if (rules_.max_duration_ns != 0) {
    shard.duration_ns = clock_.NowNs() - start_ns_;
    if (shard.duration_ns > rules_.max_duration_ns) {
      shard.stop = Stop::kMaxDuration;
      return true;
    }
  }
  return false;
}

template <bool kDue>
void SeriesRun::IssueList(std::uint64_t number, Shard& shard) {
  const std::uint64_t queries = schedule_.queries();
  std::vector<mlperf::QuerySample> merged;
  // Room for all at once, so that merging never allocates; memory that isn't touched costs nothing.
  if (rules_.coalesce) merged.reserve((queries / shards_ + 1) * schedule_.samples_per_query);
  for (std::uint64_t query = number; query < queries;) {
    if (abort_.load(std::memory_order_relaxed)) {
      shard.stop = Stop::kAborted;
      return;
    }
    Wait wait = Wait::kDone;
    // Where nothing is waited for, the reading that ended the call before is that of this one's beginning.
    std::int64_t now_ns = shard.returned_ns;
    if (!kDue && !HasAnswers(query * schedule_.samples_per_query)) {
      wait = WaitForAnswers(query * schedule_.samples_per_query);
      now_ns = 0;
    }
    if (now_ns == 0) now_ns = clock_.NowNs();
    if (kDue) wait = WaitUntil(start_ns_ + schedule_.due_ns[query], &now_ns);
    if (wait != Wait::kDone) {
      shard.stop = wait == Wait::kAborted ? Stop::kAborted : Stop::kLost;
      return;
    }
    shard.last_issue_ns = now_ns;
    if (!kDue) last_issue_ns_ = now_ns;
    if (kDue) shard.last_delay_ns = now_ns - start_ns_ - schedule_.due_ns[query];
    query += shards_ * IssueOne(query, number, now_ns, merged, shard);
    if (EndsAfter(now_ns, shard)) return;
  }
}

void SeriesRun::IssueShard(std::uint64_t number, Shard& shard) {
  const auto share = [&](std::uint64_t count) { return count / shards_ + (number < count % shards_ ? 1 : 0); };
  shard.thread = ThreadId();
  shard.min_queries = share(rules_.min_query_count);
  shard.max_queries = share(rules_.max_query_count);
  try {
    if (rules_.scenario == MlperfScenario::kServer) {
      IssueList<true>(number, shard);
    } else {
      IssueList<false>(number, shard);
    }
  } catch (...) {
    shard.stop = Stop::kThrown;
    shard.thrown = std::current_exception();
  }
}

void SeriesRun::Describe(const std::vector<Shard>& shards, SeriesOutcome& outcome) const {
  const auto error = [&](std::string text) { outcome.messages.push_back({"error_runtime", std::move(text)}); };
  std::uint64_t calls = 0, quick_calls = 0;
  std::int64_t delay_ns = 0;
  for (std::size_t number = 0; number < shards.size(); ++number) {
    const Shard& shard = shards[number];
    calls += shard.timed_calls, quick_calls += shard.quick_calls;
    delay_ns = std::max(delay_ns, shard.last_delay_ns);
    const std::string thread = "IssueQueryThread " + std::to_string(number) + " Ending early: ";
    switch (shard.stop) {
      case Stop::kNatural:
        outcome.ended_naturally = true;
        outcome.messages.push_back(
            {"generic_message", "Ending naturally: Minimum query count and test duration met.", false});
        break;
      case Stop::kTooManyAsync:
        error(thread + "Too many outstanding queries. issued " + std::to_string(shard.issued) + " outstanding " +
              std::to_string(shard.outstanding));
        outcome.ending = Ending::kStopped;
        break;
      case Stop::kMaxQueries:
        error(thread + "Max query count reached. query_count " + std::to_string(shard.issued));
        outcome.ending = Ending::kStopped;
        break;
      case Stop::kMaxDuration:
        error(thread + "Max test duration reached. duration_ns " + std::to_string(shard.duration_ns));
        outcome.ending = Ending::kStopped;
        break;
      case Stop::kListEnd:
        if (rules_.accuracy || rules_.scenario == MlperfScenario::kServer) break;
        error("Ending early: Ran out of generated queries to issue before the minimum query count and test duration "
              "were reached. Please update the relevant expected latency or target qps in the TestSettings so they are "
              "more accurate.");
        outcome.ending = Ending::kRanOut;
        break;
      case Stop::kAborted:
      case Stop::kLost:
      case Stop::kThrown:
        break;  // said by Run
    }
  }
  outcome.generator_was_bottleneck = rules_.scenario == MlperfScenario::kServer && !rules_.accuracy &&
                                     delay_ns > kBehindNs && 2 * quick_calls > calls;
}

// Columns that lie in a file: pages that will be needed soon are made ready, those passed are let go, so that issuing
// neither waits for a disk nor fills the memory.
void SeriesRun::KeepWindow(const std::stop_token& ended) const {
  constexpr std::uint64_t kAhead = std::uint64_t{1} << 20, kBehind = std::uint64_t{1} << 21;  // queries
  const std::uint64_t spq = schedule_.samples_per_query;
  std::uint64_t released = 0, ready = 0;
  const auto window = [&](std::uint64_t first, std::uint64_t count, auto&& each) {
    each(schedule_.due_ns, first, count);
    each(schedule_.sample_index, first * spq, count * spq);
    each(issued_ns_, first, count);
    each(returned_ns_, first, count);
    each(answers_, first * spq, count * spq);
  };
  while (!ended.stop_requested()) {
    const std::uint64_t passed = passed_.load(std::memory_order_relaxed);
    for (; ready < passed + 2 * kAhead && ready < schedule_.queries(); ready += kAhead) {
      window(ready, kAhead, [](const auto& column, auto first, auto count) { column.Populate(first, count); });
    }
    for (; released + kBehind + kAhead < passed; released += kAhead) {
      window(released, kAhead, [](const auto& column, auto first, auto count) { column.Release(first, count); });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

SeriesOutcome SeriesRun::Run(IssueThreads& threads, std::uint64_t thread_count, const std::function<void()>& retire) {
  SeriesOutcome outcome;
  shards_ = std::max<std::uint64_t>(1, thread_count);
  std::vector<Shard> shards(shards_);
  std::jthread window;
  if (issued_ns_.in_file()) window = std::jthread([this](const std::stop_token& ended) { KeepWindow(ended); });
  start_ns_ = seen_progress_ns_ = clock_.NowNs();
  if (thread_count == 0) {
    IssueShard(0, shards[0]);
  } else {
    threads.RunOnEach(thread_count, [&](std::uint64_t number) { IssueShard(number, shards[number]); });
  }
  Describe(shards, outcome);
  Wait wait = Wait::kDone;
  for (const Shard& shard : shards) {
    outcome.issued_queries += shard.issued;
    outcome.issued_samples += shard.issued_samples;
    last_issue_ns_ = std::max(last_issue_ns_, shard.last_issue_ns);
    if (shard.stop == Stop::kAborted) wait = Wait::kAborted;
    if (shard.stop == Stop::kLost) wait = Wait::kLost;
    if (shard.thrown) outcome.thrown = shard.thrown;
  }
  if (!outcome.thrown) {
    try {
      sut_.FlushQueries();
    } catch (...) {
      outcome.thrown = std::current_exception();
    }
  }
  outcome.end_ns = clock_.NowNs();
  if (wait == Wait::kDone && !outcome.thrown) wait = WaitForRest(outcome);
  outcome.start_ns = start_ns_;
  window = {};
  retire();
  // Where the wait came to its end nothing was open, and nothing opens again.
  const bool all_answered = wait == Wait::kDone && !outcome.thrown;
  outcome.lost_samples = all_answered ? 0 : answers_.CountOpen(SlotsOf(outcome.issued_samples));
  answers_.Settle(outcome.issued_samples - outcome.lost_samples, Counted());
  if (outcome.thrown) {
    outcome.ending = Ending::kAborted;
    outcome.messages.push_back({"error_runtime", "Ending early: The system under test threw an exception."});
  } else if (wait == Wait::kAborted) {
    outcome.ending = Ending::kAborted;
    outcome.messages.push_back({"error_runtime", "Ending early: The test was aborted."});
  } else if (wait == Wait::kLost) {
    outcome.ending = Ending::kLost;
    outcome.messages.push_back(
        {"error_runtime", "Ending early: " + std::to_string(outcome.lost_samples) + " of " +
                              std::to_string(outcome.issued_samples) + " issued samples were never answered."});
  }
  outcome.issued_ns = std::move(issued_ns_);
  outcome.returned_ns = std::move(returned_ns_);
  for (const Shard& shard : shards) outcome.threads.push_back(shard.thread);
  return outcome;
}

}  // namespace assay::loadgen
