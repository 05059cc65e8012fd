// SPDX-License-Identifier: Apache-2.0
// Issues one series to a system under test by LoadGen's rules and waits for its answers.
//
// The issue loop is LoadGen's: coalescing, several registered threads with a share of the list each, a limit of queries
// in flight, and its own order of checks after each issue. Nothing in it allocates, locks or formats; what there is to
// say is put into words when the series has ended.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/clock.h"
#include "base/column.h"
#include "load/plan.h"
#include "loadgen/answer_traffic.h"
#include "loadgen/answers.h"
#include "loadgen/engine.h"
#include "loadgen/issued_queries.h"
#include "loadgen/issue_threads.h"
#include "loadgen/run_settings.h"

namespace assay::loadgen {

struct IssueRules {
  record::MlperfScenario scenario = record::MlperfScenario::kSingleStream;
  bool accuracy = false;  // issue all, whatever the limits
  bool coalesce = false;
  bool calls = false;     // keep when each call into the system returned, for a clock reading more
  std::uint64_t max_async_queries = 0;
  std::uint64_t min_query_count = 0, max_query_count = 0;
  std::int64_t target_duration_ns = 0, max_duration_ns = 0;
  std::int64_t min_duration_ns = 0;  // for the patience below
  std::int64_t lost_after_ns = 0;    // as Options::lost_after_ns
  base::ColumnPlace place;           // of the columns
};

// When queries went out: a column that costs nothing before.
class IssueTimes {
 public:
  IssueTimes() = default;
  IssueTimes(std::uint64_t queries, const base::ColumnPlace& place);  // may throw std::bad_alloc

  // The clock; -1 for a query that didn't go out.
  std::int64_t operator[](std::uint64_t query) const { return later_by_1_[query] - 1; }
  bool kept() const { return later_by_1_.size() != 0; }
  void Set(std::uint64_t query, std::int64_t at_ns) { later_by_1_[query] = at_ns + 1; }
  const std::int64_t* words() const { return later_by_1_.data(); }  // each + 1
  // As base::Column.
  void Release(std::uint64_t first, std::uint64_t count) const { later_by_1_.Release(first, count); }
  void Populate(std::uint64_t first, std::uint64_t count) const { later_by_1_.Populate(first, count); }
  bool in_file() const { return later_by_1_.in_file(); }

 private:
  base::Column<std::int64_t> later_by_1_;
};

struct SeriesOutcome {
  Ending ending = Ending::kComplete;
  std::int64_t start_ns = 0;             // the clock just before the first issue
  std::int64_t end_ns = 0;               // the clock when the last answer had come
  IssueTimes issued_ns;                  // per planned query
  // With IssueRules::calls: when the call returned that handed it out; -1 for one that an earlier query's call took
  // along.
  IssueTimes returned_ns;
  std::vector<std::uint32_t> threads;    // query k was issued by the one at k modulo their number
  std::uint64_t issued_queries = 0;
  std::uint64_t issued_samples = 0;
  std::uint64_t lost_samples = 0;
  bool ended_naturally = false;
  bool generator_was_bottleneck = false;
  std::vector<SettingsMessage> messages;  // in order
  std::exception_ptr thrown;              // by the system under test
};

class SeriesRun {
 public:
  // All outlive the object. `abort` is set from any thread.
  SeriesRun(const load::Schedule& schedule, const IssueRules& rules, IssuedQueries& queries, Answers& answers,
            const AnswerTraffic& traffic, mlperf::SystemUnderTest& sut, Clock& clock, const std::atomic<bool>& abort);

  // Issues on `threads` when `thread_count` is above 0, else on the calling thread. `retire` is called when waiting is
  // over and returns when no thread answers any more.
  SeriesOutcome Run(IssueThreads& threads, std::uint64_t thread_count, const std::function<void()>& retire);

 private:
  enum class Wait : std::uint8_t { kDone, kAborted, kLost };
  enum class Stop : std::uint8_t {
    kListEnd, kNatural, kTooManyAsync, kMaxQueries, kMaxDuration, kAborted, kLost, kThrown
  };
  // What one issuing thread did. On a cache line of its own.
  struct alignas(64) Shard {
    Stop stop = Stop::kListEnd;
    std::uint64_t min_queries = 0, max_queries = 0;  // this thread's shares of the limits
    std::uint64_t issued = 0, issued_samples = 0, outstanding = 0;
    std::int64_t last_issue_ns = 0, duration_ns = 0, last_delay_ns = 0;
    std::int64_t returned_ns = 0;  // the clock after the latest call; 0: not read
    std::uint64_t next_timed = 0;
    std::uint32_t thread = 0;
    std::uint64_t timed_calls = 0, quick_calls = 0;
    std::exception_ptr thrown;
  };

  void IssueShard(std::uint64_t number, Shard& shard);
  template <bool kDue>
  void IssueList(std::uint64_t number, Shard& shard);
  void KeepWindow(const std::stop_token& ended) const;
  std::uint64_t IssueOne(std::uint64_t query, std::uint64_t number, std::int64_t now_ns,
                         std::vector<mlperf::QuerySample>& merged, Shard& shard);
  bool EndsAfter(std::int64_t issued_ns, Shard& shard);
  bool HasLimits() const {
    return rules_.max_async_queries != 0 || rules_.max_query_count != 0 || rules_.max_duration_ns != 0;
  }
  bool MeetsLimit(Shard& shard);
  Wait WaitUntil(std::int64_t due_ns, std::int64_t* now_ns);
  bool HasAnswers(std::uint64_t samples) const {
    return traffic_.word().load(std::memory_order_acquire) >= AnswerTraffic::At(answered_before_ + samples);
  }
  Wait WaitForAnswers(std::uint64_t samples);
  Wait WaitForRest(SeriesOutcome& outcome);
  std::uint64_t Counted() const { return traffic_.answered() - answered_before_; }
  std::uint64_t SlotsOf(std::uint64_t issued_samples) const;
  std::int64_t PatienceNs() const;
  void Describe(const std::vector<Shard>& shards, SeriesOutcome& outcome) const;

  const load::Schedule& schedule_;
  const IssueRules& rules_;
  IssuedQueries& queries_;
  Answers& answers_;
  const AnswerTraffic& traffic_;
  mlperf::SystemUnderTest& sut_;
  Clock& clock_;
  const std::atomic<bool>& abort_;
  std::int64_t start_ns_ = 0;
  std::int64_t last_issue_ns_ = 0;
  std::int64_t seen_progress_ns_ = 0, longest_silence_ns_ = 0;  // of the waiting thread
  std::atomic<std::uint64_t> issued_samples_{0};                // with several threads and a limit in flight
  const std::uint64_t answered_before_;  // by the engine, in earlier series
  std::uint64_t shards_ = 1;
  std::atomic<std::uint64_t> passed_{0};  // queries, about: what lies before them isn't needed soon
  IssueTimes issued_ns_, returned_ns_;
};

}  // namespace assay::loadgen
