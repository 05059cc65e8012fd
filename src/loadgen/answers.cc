// SPDX-License-Identifier: Apache-2.0
#include "loadgen/answers.h"

#include "loadgen/response_log.h"

namespace assay::loadgen {

Answers::Answers(std::uint64_t samples, std::uint16_t generation, bool tokens, ResponseLog* log, Clock& clock)
    : clock_(clock),
      log_(log),
      samples_(samples),
      generation_bits_(std::uint64_t{generation} << kSlotBits),
      done_ns_(new std::atomic<std::int64_t>[samples]) {
  for (std::uint64_t slot = 0; slot < samples; ++slot) done_ns_[slot].store(kUnissued, std::memory_order_relaxed);
  if (!tokens) return;
  first_token_ns_.reset(new std::atomic<std::int64_t>[samples]);
  for (std::uint64_t slot = 0; slot < samples; ++slot) first_token_ns_[slot].store(kNone, std::memory_order_relaxed);
  tokens_ = std::make_unique<std::int64_t[]>(samples);
}

bool Answers::FindSlot(std::uint64_t id, std::uint64_t* slot) const noexcept {
  const std::uint64_t number = id & kMaxSamples;
  *slot = number - 1;
  return (id & ~kMaxSamples) == generation_bits_ && number != 0 && number <= samples_;
}

bool Answers::Claim(std::uint64_t id, std::int64_t now_ns, std::uint64_t* slot) noexcept {
  std::int64_t state = kOpen;
  if (!FindSlot(id, slot)) {
    state = kUnissued;
  } else if (done_ns_[*slot].compare_exchange_strong(state, now_ns, std::memory_order_acq_rel)) {
    return true;
  }
  (state == kUnissued ? foreign_ : state == kClosed ? late_ : doubled_).fetch_add(1, std::memory_order_relaxed);
  return false;
}

void Answers::Complete(mlperf::QuerySampleResponse* responses, std::size_t count,
                       const mlperf::ResponseCallback& callback) {
  // Counts what was claimed, also when the callback throws: a claimed sample that isn't counted would be waited for.
  struct Tally {
    Answers& answers;
    std::int64_t now_ns;
    std::uint64_t claimed = 0;
    ~Tally() {
      if (claimed == 0) return;
      answers.last_progress_ns_.store(now_ns, std::memory_order_relaxed);
      answers.completed_.fetch_add(claimed, std::memory_order_release);
    }
  } tally{*this, clock_.NowNs()};
  for (std::size_t i = 0; i < count; ++i) {
    mlperf::QuerySampleResponse& response = responses[i];
    std::uint64_t slot = 0;
    if (!Claim(response.id, tally.now_ns, &slot)) continue;
    ++tally.claimed;
    if (tokens_ != nullptr) tokens_[slot] = response.n_tokens;
    if (log_ == nullptr || !log_->Wants(slot)) continue;
    if (callback) callback(&response);
    log_->Answer(slot, response);
  }
}

void Answers::FirstToken(mlperf::QuerySampleResponse* responses, std::size_t count) {
  const std::int64_t now_ns = clock_.NowNs();
  if (first_token_ns_ == nullptr) return;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t slot = 0;
    if (!FindSlot(responses[i].id, &slot) || done_ns_[slot].load(std::memory_order_relaxed) == kUnissued) {
      foreign_.fetch_add(1, std::memory_order_relaxed);
      continue;
    }
    const std::int64_t state = done_ns_[slot].load(std::memory_order_relaxed);
    std::int64_t none = kNone;
    if (state != kOpen) {
      (state == kClosed ? late_ : doubled_).fetch_add(1, std::memory_order_relaxed);
    } else if (!first_token_ns_[slot].compare_exchange_strong(none, now_ns, std::memory_order_relaxed)) {
      doubled_.fetch_add(1, std::memory_order_relaxed);
    } else if (log_ != nullptr && log_->Wants(slot)) {
      log_->FirstToken(slot, responses[i]);
    }
  }
}

std::uint64_t Answers::CloseOpen() {
  std::uint64_t closed = 0;
  for (std::uint64_t slot = 0; slot < samples_; ++slot) {
    std::int64_t state = kOpen;
    if (done_ns_[slot].compare_exchange_strong(state, kClosed, std::memory_order_acq_rel)) ++closed;
  }
  return closed;
}

}  // namespace assay::loadgen
