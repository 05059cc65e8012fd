// SPDX-License-Identifier: Apache-2.0
#include "load/tracker.h"

#include <algorithm>
#include <cstring>

namespace assay::load {
namespace {

constexpr std::uint64_t kSlotMask = (std::uint64_t{1} << Tracker::kSlotBits) - 1;

}  // namespace

Tracker::Tracker(std::uint64_t samples, std::uint64_t output_bytes, std::uint64_t generation, Clock& clock)
    : clock_(clock),
      generation_bits_(generation << kSlotBits),
      output_bytes_(output_bytes),
      state_(samples),
      done_ns_(samples, -1),
      tokens_(samples),
      status_(samples, SampleStatus::kPending),
      error_(samples),
      output_size_(output_bytes == 0 ? 0 : samples),
      outputs_(samples * output_bytes),
      order_(samples) {}

bool Tracker::FindSlot(std::uint64_t id, std::uint64_t* slot) const noexcept {
  const std::uint64_t number = id & kSlotMask;
  if ((id & ~kSlotMask) != generation_bits_ || number == 0) return false;
  *slot = number - 1;
  return *slot < opened_.load(std::memory_order_acquire);
}

void Tracker::AddStray(std::uint64_t id, std::int64_t now_ns, record::StrayCompletion::Kind kind) noexcept {
  const std::uint64_t position = stray_count_.fetch_add(1, std::memory_order_acq_rel);
  if (position >= kMaxStrays) return;  // counted, not listed
  Stray& stray = strays_[position];
  stray.id = id;
  stray.at_ns = now_ns;
  stray.kind.store(static_cast<std::uint8_t>(kind), std::memory_order_release);
}

void Tracker::Store(const Completion& completion, std::uint64_t slot) noexcept {
  SampleStatus status = completion.status;
  if (status != SampleStatus::kOk && status != SampleStatus::kError && status != SampleStatus::kCancelled) {
    status = SampleStatus::kError;  // "pending" and "lost" are no answers
    invalid_status_.fetch_add(1, std::memory_order_relaxed);
  }
  std::size_t size = completion.output.size();
  if (output_bytes_ != 0) {
    if (size > output_bytes_) {
      status = SampleStatus::kError;
      oversized_.fetch_add(1, std::memory_order_relaxed);
      size = 0;
    }
    if (size != 0) std::memcpy(outputs_.data() + slot * output_bytes_, completion.output.data(), size);
    output_size_[slot] = static_cast<std::uint32_t>(size);
  }
  tokens_[slot] = completion.tokens;
  status_[slot] = status;
  error_[slot] = completion.error;
}

bool Tracker::Accept(const Completion& completion, std::int64_t now_ns, std::uint64_t* slot) noexcept {
  if (!FindSlot(completion.id, slot)) {
    AddStray(completion.id, now_ns, record::StrayCompletion::Kind::kForeign);
    return false;
  }
  if (const Slot found = End(*slot, Slot::kDone); found != Slot::kOpen) {
    AddStray(completion.id, now_ns,
             found == Slot::kDone ? record::StrayCompletion::Kind::kDuplicate
                                  : record::StrayCompletion::Kind::kAfterEnd);
    return false;
  }
  done_ns_[*slot] = now_ns;
  Store(completion, *slot);
  return true;
}

// Ends an open slot; returns what it was before. The loop runs again only when a first token came in between.
Tracker::Slot Tracker::End(std::uint64_t slot, Slot how) noexcept {
  std::uint64_t word = 0;
  while (!state_[slot].compare_exchange_weak(word, word | (static_cast<std::uint64_t>(how) << kEndShift),
                                             std::memory_order_acq_rel)) {
    if (word >> kEndShift != 0) return static_cast<Slot>(word >> kEndShift);
  }
  return Slot::kOpen;
}

// A position is reserved first and filled then; the reader stops at a position that isn't filled yet.
void Tracker::Publish(std::span<const std::uint64_t> slots, std::int64_t now_ns) noexcept {
  if (slots.empty()) return;
  last_progress_ns_.store(now_ns, std::memory_order_relaxed);
  std::uint64_t position = order_next_.fetch_add(slots.size(), std::memory_order_relaxed);
  for (const std::uint64_t slot : slots) order_[position++].store(slot + 1, std::memory_order_release);
  completed_.fetch_add(slots.size(), std::memory_order_release);
}

void Tracker::Complete(std::span<const Completion> completions) noexcept {
  const std::int64_t now_ns = clock_.NowNs() - start_ns_.load(std::memory_order_relaxed);
  std::array<std::uint64_t, 64> accepted;
  std::size_t count = 0;
  for (const Completion& completion : completions) {
    if (!Accept(completion, now_ns, &accepted[count])) continue;
    if (++count == accepted.size()) {
      Publish(accepted, now_ns);
      count = 0;
    }
  }
  Publish(std::span(accepted).first(count), now_ns);
}

void Tracker::FirstToken(std::span<const std::uint64_t> ids) noexcept {
  const std::int64_t now_ns = clock_.NowNs() - start_ns_.load(std::memory_order_relaxed);
  for (const std::uint64_t id : ids) {
    std::uint64_t slot = 0;
    if (!FindSlot(id, &slot)) {
      AddStray(id, now_ns, record::StrayCompletion::Kind::kForeign);
      continue;
    }
    std::uint64_t found = 0;
    const std::uint64_t first = static_cast<std::uint64_t>(std::max<std::int64_t>(0, now_ns)) + 1;
    if (state_[slot].compare_exchange_strong(found, first, std::memory_order_relaxed)) continue;
    AddStray(id, now_ns,
             (found & kFirstTokenMask) == 0 ? record::StrayCompletion::Kind::kAfterEnd
                                            : record::StrayCompletion::Kind::kDuplicate);
  }
}

std::vector<std::uint64_t> Tracker::CloseOpen(SampleStatus status) {
  std::vector<std::uint64_t> closed;
  const std::uint64_t opened = opened_.load(std::memory_order_acquire);
  for (std::uint64_t slot = 0; slot < opened; ++slot) {
    if (End(slot, Slot::kClosed) != Slot::kOpen) continue;
    status_[slot] = status;
    closed.push_back(slot);
  }
  return closed;
}

std::size_t Tracker::ReadOrder(std::uint64_t from, std::span<std::uint64_t> slots) const {
  std::size_t count = 0;
  while (count < slots.size() && from + count < order_.size()) {
    const std::uint64_t entry = order_[from + count].load(std::memory_order_acquire);
    if (entry == 0) break;
    slots[count++] = entry - 1;
  }
  return count;
}

std::vector<record::StrayCompletion> Tracker::Strays() const {
  std::vector<record::StrayCompletion> strays;
  const std::uint64_t count = std::min<std::uint64_t>(stray_count(), kMaxStrays);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint8_t kind = strays_[i].kind.load(std::memory_order_acquire);
    if (kind == 0) continue;
    strays.push_back({strays_[i].id, strays_[i].at_ns, static_cast<record::StrayCompletion::Kind>(kind)});
  }
  return strays;
}

}  // namespace assay::load
