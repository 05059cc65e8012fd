// SPDX-License-Identifier: Apache-2.0
// Where the answers of one series arrive: a word per sample, sized before the first query.
//
// An answer costs a clock reading for the call and, per sample, a look at its word and a store. Ids carry the series'
// generation and the sample's slot, so that a doubled, late or foreign answer is recognised by arithmetic and touches
// nothing. They stay below 2^47, like the addresses that the official program uses: clients put them into signed
// integers and doubles.
//
// Two threads that answer the same sample in the same nanosecond may both find it open. Such a sample counts twice and
// is one slot, so the series' end sees it: see Settle. Where an answer has effects beyond its word (log, tokens), it is
// claimed by an atomic exchange instead.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "assay/clock.h"
#include "base/column.h"
#include "loadgen/call_spans.h"
#include "loadgen/loadgen.h"

namespace assay::loadgen {

class ResponseLog;

class Answers {
 public:
  static constexpr int kSlotBits = 31;
  static constexpr std::uint64_t kMaxSamples = (std::uint64_t{1} << kSlotBits) - 1;
  static constexpr std::int64_t kNone = -1;  // no time

  // What is kept beside the times of the answers.
  struct Keeps {
    bool tokens = false;  // first-token times and token counts
    bool calls = false;   // how long each call took, for a clock reading more
  };

  // `log` takes the data of the samples that it wants; null when it wants none. May throw std::bad_alloc.
  // Range  1 <= samples <= kMaxSamples.
  Answers(std::uint64_t samples, std::uint16_t generation, Keeps keeps, ResponseLog* log, Clock& clock,
          const base::ColumnPlace& place);

  std::uint64_t IdOf(std::uint64_t slot) const { return generation_bits_ | (slot + 1); }
  static std::uint64_t SlotOf(std::uint64_t id) { return (id & kMaxSamples) - 1; }
  static std::uint64_t GenerationOf(std::uint64_t id) { return id >> kSlotBits; }

  // Sample `slot` is about to be handed out. By the issuing thread, before the call.
  void Open(std::uint64_t slot) { Word(done_ns_, slot).store(kOpen, std::memory_order_relaxed); }

  // Adds to `answered` what counts, also when the callback throws: the caller counts it towards the series' end.
  // Threads  any; wait-free and without allocation except for what the log takes.
  // Errors   what the callback throws passes through; the sample counts as answered then.
  void Complete(mlperf::QuerySampleResponse* responses, std::size_t count, const mlperf::ResponseCallback& callback,
                std::uint64_t& answered) {
    if (log_ == nullptr && !has_tokens_) {
      CompletePlain(responses, count, answered);
    } else {
      CompleteWithData(responses, count, callback, answered);
    }
  }
  void FirstToken(mlperf::QuerySampleResponse* responses, std::size_t count);

  bool IsAnswered(std::uint64_t slot) const { return Word(done_ns_, slot).load(std::memory_order_relaxed) > 0; }
  // The clock at the latest answer that counted; kNone before.
  std::int64_t last_progress_ns() const { return last_progress_ns_.load(std::memory_order_relaxed); }

  // Of the samples below `slots`: how many are handed out and not answered.
  std::uint64_t CountOpen(std::uint64_t slots) const;
  // When no thread is in Complete or FirstToken any more: `answered` samples were, and `counted` times one was counted
  // as answered. What is more was answered twice, unseen.
  void Settle(std::uint64_t answered, std::uint64_t counted);

  // The clock at the answer; kNone for a sample that has none. After the series' end, or for a sample that is counted.
  std::int64_t done_ns(std::uint64_t slot) const {
    const std::int64_t word = Word(done_ns_, slot).load(std::memory_order_relaxed);
    return word > 0 ? word - 1 : kNone;
  }
  std::int64_t first_token_ns(std::uint64_t slot) const {
    return Word(first_token_ns_, slot).load(std::memory_order_relaxed) - 1;
  }
  std::int64_t tokens(std::uint64_t slot) const { return tokens_[slot]; }  // as the client gave it
  bool has_tokens() const { return has_tokens_; }
  // From done_ns and first_token_ns on, at the first sample that the call answered.
  const CallSpans& complete_calls() const { return complete_calls_; }
  const CallSpans& first_token_calls() const { return first_token_calls_; }
  std::uint64_t samples() const { return done_ns_.size(); }
  // After Settle: done_ns + 1 of each sample, 0 or less for one that has none.
  const std::int64_t* words() const { return done_ns_.data(); }
  std::uint64_t answered() const { return answered_; }

  std::uint64_t doubled() const { return doubled_.load(); }
  std::uint64_t foreign() const { return foreign_.load(); }

  // As base::Column, of what is kept of these samples.
  void Release(std::uint64_t first, std::uint64_t count) const;
  void Populate(std::uint64_t first, std::uint64_t count) const;

 private:
  using Column = base::Column<std::int64_t>;
  // A sample's word: the clock + 1 when it was answered, or one of these.
  static constexpr std::int64_t kUnissued = 0, kOpen = -1;

  static std::atomic_ref<std::int64_t> Word(const Column& column, std::uint64_t slot) {
    return std::atomic_ref<std::int64_t>(const_cast<std::int64_t&>(column[slot]));
  }
  bool FindSlot(std::uint64_t id, std::uint64_t* slot) const noexcept;
  void Refuse(std::int64_t state) noexcept;
  void KeepCall(CallSpans& calls, std::uint64_t first_slot, std::int64_t begin_ns) noexcept;
  void CompletePlain(const mlperf::QuerySampleResponse* responses, std::size_t count, std::uint64_t& answered) noexcept;
  void CompleteWithData(mlperf::QuerySampleResponse* responses, std::size_t count,
                        const mlperf::ResponseCallback& callback, std::uint64_t& answered);

  Clock& clock_;
  ResponseLog* const log_;
  const std::uint64_t generation_bits_;
  const bool has_tokens_;
  Column done_ns_;
  Column first_token_ns_;  // the clock + 1, 0 = none
  Column tokens_;
  CallSpans complete_calls_, first_token_calls_;
  std::uint64_t answered_ = 0;

  alignas(64) std::atomic<std::int64_t> last_progress_ns_{kNone};
  std::atomic<std::uint64_t> doubled_{0};
  std::atomic<std::uint64_t> foreign_{0};
};

}  // namespace assay::loadgen
