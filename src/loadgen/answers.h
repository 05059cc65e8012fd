// SPDX-License-Identifier: Apache-2.0
// Where the answers of one series arrive: a word per sample, sized before the first query.
//
// An answer costs a clock reading for the call and one atomic exchange per sample, which claims the sample and stores
// its time at once. Ids carry the series' generation and the sample's slot, so that a doubled, late or foreign answer
// is recognised by arithmetic and touches nothing. They stay below 2^47, like the addresses that the official program
// uses: clients put them into signed integers and doubles.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "assay/clock.h"
#include "loadgen/loadgen.h"

namespace assay::loadgen {

class ResponseLog;

class Answers {
 public:
  static constexpr int kSlotBits = 31;
  static constexpr std::uint64_t kMaxSamples = (std::uint64_t{1} << kSlotBits) - 1;
  static constexpr std::int64_t kNone = -1;  // no time

  // `log` takes the data of the samples that it wants; may be null. `tokens`: also keep first-token times and token
  // counts. May throw std::bad_alloc. Range  1 <= samples <= kMaxSamples.
  Answers(std::uint64_t samples, std::uint16_t generation, bool tokens, ResponseLog* log, Clock& clock);

  std::uint64_t IdOf(std::uint64_t slot) const { return generation_bits_ | (slot + 1); }

  // Sample `slot` is about to be handed out. By the issuing thread, before the call.
  void Open(std::uint64_t slot) { done_ns_[slot].store(kOpen, std::memory_order_relaxed); }

  // Threads  any; wait-free and without allocation except for what the log takes.
  // Errors   what the callback throws passes through; the sample counts as answered then.
  void Complete(mlperf::QuerySampleResponse* responses, std::size_t count, const mlperf::ResponseCallback& callback);
  void FirstToken(mlperf::QuerySampleResponse* responses, std::size_t count);

  // Samples answered; rises after their columns are visible.
  const std::atomic<std::uint64_t>& completed() const { return completed_; }
  // The clock at the latest answer that counted; kNone before.
  std::int64_t last_progress_ns() const { return last_progress_ns_.load(std::memory_order_relaxed); }

  // Ends all samples that are still open: nothing that comes later counts. Returns how many.
  std::uint64_t CloseOpen();

  // The clock at the answer; kNone for a sample that has none. After the series' end, or for a sample that `completed`
  // includes.
  std::int64_t done_ns(std::uint64_t slot) const {
    const std::int64_t at_ns = done_ns_[slot].load(std::memory_order_relaxed);
    return at_ns >= 0 ? at_ns : kNone;
  }
  std::int64_t first_token_ns(std::uint64_t slot) const {
    return first_token_ns_[slot].load(std::memory_order_relaxed);
  }
  std::int64_t tokens(std::uint64_t slot) const { return tokens_[slot]; }  // as the client gave it
  bool has_tokens() const { return tokens_ != nullptr; }
  std::uint64_t samples() const { return samples_; }

  std::uint64_t doubled() const { return doubled_.load(); }
  std::uint64_t foreign() const { return foreign_.load(); }
  std::uint64_t late() const { return late_.load(); }

 private:
  // States of done_ns_ that aren't times.
  static constexpr std::int64_t kUnissued = -1, kOpen = -2, kClosed = -3;

  bool FindSlot(std::uint64_t id, std::uint64_t* slot) const noexcept;
  bool Claim(std::uint64_t id, std::int64_t now_ns, std::uint64_t* slot) noexcept;

  Clock& clock_;
  ResponseLog* const log_;
  const std::uint64_t samples_;
  const std::uint64_t generation_bits_;
  std::unique_ptr<std::atomic<std::int64_t>[]> done_ns_;
  std::unique_ptr<std::atomic<std::int64_t>[]> first_token_ns_;
  std::unique_ptr<std::int64_t[]> tokens_;

  alignas(64) std::atomic<std::uint64_t> completed_{0};
  std::atomic<std::int64_t> last_progress_ns_{kNone};
  std::atomic<std::uint64_t> doubled_{0};
  std::atomic<std::uint64_t> foreign_{0};
  std::atomic<std::uint64_t> late_{0};
};

}  // namespace assay::loadgen
