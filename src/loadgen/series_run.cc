// SPDX-License-Identifier: Apache-2.0
#include "loadgen/series_run.h"

#include <algorithm>
#include <limits>

namespace assay::loadgen {
namespace {

using record::MlperfScenario;

// Waits are cut in slices so that an abort is seen soon.
constexpr std::int64_t kSliceNs = 20'000'000;
// What runs after a sleep finds its caches cold; the last part of a wait is one of its own, through the same code.
constexpr std::int64_t kRehearsalNs = 5'000;
// Every so many queries the call into the system is timed.
constexpr std::uint64_t kTimedEvery = 64;
// A Server run whose last query went out so late is behind; a system that takes a query in less isn't the reason.
constexpr std::int64_t kBehindNs = 1'000'000;
constexpr std::int64_t kQuickCallNs = 1'000;

constexpr std::int64_t kSecondNs = 1'000'000'000;

// Times may sit anywhere in int64: the sum stops at its end.
std::int64_t After(std::int64_t from_ns, std::int64_t duration_ns) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(from_ns, duration_ns, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

}  // namespace

QueryVectors MakeQueries(const load::Schedule& schedule, const Answers& answers) {
  QueryVectors queries(schedule.queries());
  std::uint64_t slot = 0;
  for (std::vector<mlperf::QuerySample>& query : queries) {
    query.reserve(schedule.samples_per_query);
    for (std::uint64_t i = 0; i < schedule.samples_per_query; ++i, ++slot) {
      query.push_back({answers.IdOf(slot), schedule.sample_index[slot]});
    }
  }
  return queries;
}

SeriesRun::SeriesRun(const load::Schedule& schedule, const IssueRules& rules, QueryVectors& queries, Answers& answers,
                     mlperf::SystemUnderTest& sut, Clock& clock, const std::atomic<bool>& abort)
    : schedule_(schedule),
      rules_(rules),
      queries_(queries),
      answers_(answers),
      sut_(sut),
      clock_(clock),
      abort_(abort),
      issued_ns_(schedule.queries(), -1) {}

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
  if (answers_.completed().load(std::memory_order_acquire) >= samples) return Wait::kDone;
  for (;;) {
    std::int64_t now_ns = clock_.NowNs();
    const std::int64_t patience_ns = PatienceNs();
    const std::int64_t quiet_since_ns = std::max({last_issue_ns_, answers_.last_progress_ns(), start_ns_});
    std::int64_t until_ns = After(now_ns, kSliceNs);
    if (patience_ns >= 0) until_ns = std::min(until_ns, After(quiet_since_ns, patience_ns));
    if (clock_.WaitForCount(answers_.completed(), samples, until_ns)) return Wait::kDone;
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

// Hands out `query` and, when coalescing, all that have fallen due by now. Returns how many queries went out.
std::uint64_t SeriesRun::IssueOne(std::uint64_t query, std::uint64_t stride, std::int64_t now_ns,
                                  std::vector<mlperf::QuerySample>& merged, Shard& shard) {
  const std::uint64_t spq = schedule_.samples_per_query;
  const auto open = [&](std::uint64_t taken) {
    issued_ns_[taken] = now_ns;
    for (std::uint64_t slot = taken * spq; slot < (taken + 1) * spq; ++slot) answers_.Open(slot);
  };
  open(query);
  std::uint64_t count = 1;
  const std::vector<mlperf::QuerySample>* samples = &queries_[query];
  if (rules_.coalesce) {
    std::uint64_t next = query + stride;
    if (next < schedule_.queries() && start_ns_ + schedule_.due_ns[next] <= now_ns) {
      merged.assign(samples->begin(), samples->end());
      for (; next < schedule_.queries() && start_ns_ + schedule_.due_ns[next] <= now_ns; next += stride, ++count) {
        open(next);
        merged.insert(merged.end(), queries_[next].begin(), queries_[next].end());
      }
      samples = &merged;
    }
  }
  shard.issued += count;
  shard.issued_samples += count * spq;
  if (rules_.max_async_queries != 0) issued_samples_.fetch_add(count * spq, std::memory_order_relaxed);
  const bool timed = shard.issued % kTimedEvery == 1;
  sut_.IssueQuery(*samples);
  if (timed) {
    ++shard.timed_calls;
    shard.timed_ns += clock_.NowNs() - now_ns;
  }
  return count;
}

// LoadGen's checks, in its order. A maximum is split among the threads as the list is.
bool SeriesRun::EndsAfter(std::uint64_t number, std::uint64_t shards, std::int64_t issued_ns, Shard& shard) {
  const auto share = [&](std::uint64_t count) { return count / shards + (number < count % shards ? 1 : 0); };
  if (rules_.accuracy) return false;
  if (rules_.scenario != MlperfScenario::kServer && shard.issued >= share(rules_.min_query_count) &&
      issued_ns - start_ns_ >= rules_.target_duration_ns) {
    shard.stop = Stop::kNatural;
    return true;
  }
  if (rules_.max_async_queries != 0) {
    const std::uint64_t done = answers_.completed().load(std::memory_order_acquire);
    const std::uint64_t issued = issued_samples_.load(std::memory_order_relaxed);
    shard.outstanding = issued > done ? (issued - done) / schedule_.samples_per_query : 0;
    if (shard.outstanding > rules_.max_async_queries) {
      shard.stop = Stop::kTooManyAsync;
      return true;
    }
  }
  if (rules_.max_query_count != 0 && shard.issued >= share(rules_.max_query_count)) {
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
void SeriesRun::IssueList(std::uint64_t number, std::uint64_t shards, Shard& shard) {
  const std::uint64_t queries = schedule_.queries();
  std::vector<mlperf::QuerySample> merged;
  // Room for all at once, so that merging never allocates; memory that isn't touched costs nothing.
  if (rules_.coalesce) merged.reserve((queries / shards + 1) * schedule_.samples_per_query);
  for (std::uint64_t query = number; query < queries;) {
    if (abort_.load(std::memory_order_relaxed)) {
      shard.stop = Stop::kAborted;
      return;
    }
    Wait wait = Wait::kDone;
    if (!kDue) wait = WaitForAnswers(query * schedule_.samples_per_query);
    std::int64_t now_ns = clock_.NowNs();
    if (kDue) wait = WaitUntil(start_ns_ + schedule_.due_ns[query], &now_ns);
    if (wait != Wait::kDone) {
      shard.stop = wait == Wait::kAborted ? Stop::kAborted : Stop::kLost;
      return;
    }
    shard.last_issue_ns = now_ns;
    if (!kDue) last_issue_ns_ = now_ns;
    if (kDue) shard.last_delay_ns = now_ns - start_ns_ - schedule_.due_ns[query];
    query += shards * IssueOne(query, shards, now_ns, merged, shard);
    if (EndsAfter(number, shards, now_ns, shard)) return;
  }
}

void SeriesRun::IssueShard(std::uint64_t number, std::uint64_t shards, Shard& shard) {
  try {
    if (rules_.scenario == MlperfScenario::kServer) {
      IssueList<true>(number, shards, shard);
    } else {
      IssueList<false>(number, shards, shard);
    }
  } catch (...) {
    shard.stop = Stop::kThrown;
    shard.thrown = std::current_exception();
  }
}

void SeriesRun::Describe(const std::vector<Shard>& shards, SeriesOutcome& outcome) const {
  const auto error = [&](std::string text) { outcome.messages.push_back({"error_runtime", std::move(text)}); };
  std::int64_t calls = 0, call_ns = 0, delay_ns = 0;
  for (std::size_t number = 0; number < shards.size(); ++number) {
    const Shard& shard = shards[number];
    calls += shard.timed_calls, call_ns += shard.timed_ns, delay_ns = std::max(delay_ns, shard.last_delay_ns);
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
                                     delay_ns > kBehindNs && calls > 0 && call_ns / calls < kQuickCallNs;
}

SeriesOutcome SeriesRun::Run(IssueThreads& threads, std::uint64_t thread_count) {
  SeriesOutcome outcome;
  std::vector<Shard> shards(std::max<std::uint64_t>(1, thread_count));
  start_ns_ = seen_progress_ns_ = clock_.NowNs();
  if (thread_count == 0) {
    IssueShard(0, 1, shards[0]);
  } else {
    threads.RunOnEach(thread_count, [&](std::uint64_t number) { IssueShard(number, thread_count, shards[number]); });
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
  if (wait == Wait::kDone && !outcome.thrown) wait = WaitForAnswers(outcome.issued_samples);
  outcome.end_ns = clock_.NowNs();
  outcome.start_ns = start_ns_;
  outcome.lost_samples = answers_.CloseOpen();
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
  return outcome;
}

}  // namespace assay::loadgen
