// SPDX-License-Identifier: Apache-2.0
#include "loadgen/answers.h"

#include <algorithm>

#include "loadgen/response_log.h"

namespace assay::loadgen {
namespace {

constexpr std::uint64_t kNoSlot = ~std::uint64_t{0};

base::Column<std::int64_t> Zeros(std::uint64_t count, const base::ColumnPlace& place) {
  base::Column<std::int64_t> column(place);
  column.resize(count);
  if (!column.in_file()) column.Populate(0, count);
  return column;
}

}  // namespace

Answers::Answers(std::uint64_t samples, std::uint16_t generation, Keeps keeps, ResponseLog* log, Clock& clock,
                 const base::ColumnPlace& place)
    : clock_(clock),
      log_(log),
      generation_bits_(std::uint64_t{generation} << kSlotBits),
      has_tokens_(keeps.tokens),
      done_ns_(Zeros(samples, place)),
      first_token_ns_(Zeros(keeps.tokens ? samples : 0, place)),
      tokens_(Zeros(keeps.tokens ? samples : 0, place)),
      complete_calls_(keeps.calls ? samples : 0, place),
      first_token_calls_(keeps.calls && keeps.tokens ? samples : 0, place) {}

bool Answers::FindSlot(std::uint64_t id, std::uint64_t* slot) const noexcept {
  const std::uint64_t number = id & kMaxSamples;
  *slot = number - 1;
  return (id & ~kMaxSamples) == generation_bits_ && number - 1 < done_ns_.size();  // 0 wraps
}

// Counts an answer that found its sample in another state than open.
void Answers::Refuse(std::int64_t state) noexcept {
  (state == kUnissued ? foreign_ : doubled_).fetch_add(1, std::memory_order_relaxed);
}

// A call that answered something ends; one that answered nothing has no place.
void Answers::KeepCall(CallSpans& calls, std::uint64_t first_slot, std::int64_t begin_ns) noexcept {
  if (first_slot != kNoSlot) calls.Set(first_slot, clock_.NowNs() - begin_ns, ThreadId());
}

void Answers::CompletePlain(const mlperf::QuerySampleResponse* responses, std::size_t count,
                            std::uint64_t& answered) noexcept {
  const std::int64_t now_ns = clock_.NowNs();
  std::uint64_t taken = 0, first_slot = kNoSlot;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t slot = 0;
    if (!FindSlot(responses[i].id, &slot)) [[unlikely]] {
      Refuse(kUnissued);
      continue;
    }
    const std::atomic_ref<std::int64_t> word = Word(done_ns_, slot);
    const std::int64_t state = word.load(std::memory_order_relaxed);
    if (state != kOpen) [[unlikely]] {
      Refuse(state);
      continue;
    }
    word.store(now_ns + 1, std::memory_order_relaxed);
    if (taken++ == 0) first_slot = slot;
  }
  if (taken == 0) return;
  answered += taken;
  last_progress_ns_.store(now_ns, std::memory_order_relaxed);
  if (complete_calls_.kept()) KeepCall(complete_calls_, first_slot, now_ns);
}

void Answers::CompleteWithData(mlperf::QuerySampleResponse* responses, std::size_t count,
                               const mlperf::ResponseCallback& callback, std::uint64_t& answered) {
  const std::int64_t now_ns = clock_.NowNs();
  std::uint64_t first_slot = kNoSlot;
  for (std::size_t i = 0; i < count; ++i) {
    mlperf::QuerySampleResponse& response = responses[i];
    std::uint64_t slot = 0;
    std::int64_t state = kOpen;
    if (!FindSlot(response.id, &slot)) {
      Refuse(kUnissued);
      continue;
    }
    if (!Word(done_ns_, slot).compare_exchange_strong(state, now_ns + 1, std::memory_order_relaxed)) {
      Refuse(state);
      continue;
    }
    ++answered;
    if (first_slot == kNoSlot) first_slot = slot;
    last_progress_ns_.store(now_ns, std::memory_order_relaxed);
    if (has_tokens_) tokens_[slot] = response.n_tokens;
    if (log_ == nullptr || !log_->Wants(slot)) continue;
    if (callback) callback(&response);
    log_->Answer(slot, response);
  }
  if (complete_calls_.kept()) KeepCall(complete_calls_, first_slot, now_ns);
}

void Answers::FirstToken(mlperf::QuerySampleResponse* responses, std::size_t count) {
  if (!has_tokens_) return;
  const std::int64_t now_ns = clock_.NowNs();
  std::uint64_t first_slot = kNoSlot;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t slot = 0;
    if (!FindSlot(responses[i].id, &slot)) {
      Refuse(kUnissued);
      continue;
    }
    const std::int64_t state = Word(done_ns_, slot).load(std::memory_order_relaxed);
    std::int64_t none = 0;
    if (state != kOpen) {
      Refuse(state);
    } else if (!Word(first_token_ns_, slot).compare_exchange_strong(none, now_ns + 1, std::memory_order_relaxed)) {
      doubled_.fetch_add(1, std::memory_order_relaxed);
    } else {
      if (first_slot == kNoSlot) first_slot = slot;
      if (log_ != nullptr && log_->Wants(slot)) log_->FirstToken(slot, responses[i]);
    }
  }
  if (first_token_calls_.kept()) KeepCall(first_token_calls_, first_slot, now_ns);
}

std::uint64_t Answers::CountOpen(std::uint64_t slots) const {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 20;
  std::uint64_t open = 0;
  for (std::uint64_t first = 0; first < slots; first += kBlock) {
    const std::uint64_t until = std::min(slots, first + kBlock);
    for (std::uint64_t slot = first; slot < until; ++slot) {
      open += Word(done_ns_, slot).load(std::memory_order_relaxed) == kOpen ? 1 : 0;
    }
    done_ns_.Release(first, until - first);
  }
  return open;
}

void Answers::Settle(std::uint64_t answered, std::uint64_t counted) {
  answered_ = answered;
  if (counted > answered) doubled_.fetch_add(counted - answered, std::memory_order_relaxed);
}

void Answers::Release(std::uint64_t first, std::uint64_t count) const {
  done_ns_.Release(first, count);
  first_token_ns_.Release(first, count);
  tokens_.Release(first, count);
  complete_calls_.Release(first, count);
  first_token_calls_.Release(first, count);
}

void Answers::Populate(std::uint64_t first, std::uint64_t count) const {
  done_ns_.Populate(first, count);
  first_token_ns_.Populate(first, count);
  tokens_.Populate(first, count);
  complete_calls_.Populate(first, count);
  first_token_calls_.Populate(first, count);
}

}  // namespace assay::loadgen
