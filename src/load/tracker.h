// SPDX-License-Identifier: Apache-2.0
// Where answers arrive: a slot per sample, sized once before the run.
//
// An answer costs one clock read for the call, then per sample one atomic exchange that claims its slot and a few
// stores. Ids carry the run's generation and the slot number, so that a doubled, late or foreign answer is recognised by
// arithmetic and never touches memory that isn't there. A second array lists the slots in order of completion, for the
// recorder that reads along.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/clock.h"
#include "assay/executor.h"
#include "assay/query.h"
#include "record/run_record.h"

namespace assay::load {

class Tracker final : public CompletionSink {
 public:
  static constexpr int kSlotBits = 40;
  static constexpr std::size_t kMaxStrays = 1024;

  // Allocates everything; may throw std::bad_alloc. `generation` tells the ids of runs apart (its low 24 bits).
  // Range  1 <= samples < 2^40; samples * output_bytes is representable.
  Tracker(std::uint64_t samples, std::uint64_t output_bytes, std::uint64_t generation, Clock& clock);

  // The run's time axis begins here. Before the first answer can come.
  void Begin(std::int64_t start_ns) { start_ns_.store(start_ns, std::memory_order_relaxed); }
  // Slots below `samples` have been handed to the executor. By the issuing thread, before the call.
  void Open(std::uint64_t samples) { opened_.store(samples, std::memory_order_release); }
  std::uint64_t IdOf(std::uint64_t slot) const { return generation_bits_ | (slot + 1); }
  // The slot in an id that IdOf made.
  static std::uint64_t SlotOf(std::uint64_t id) { return (id & ((std::uint64_t{1} << kSlotBits) - 1)) - 1; }

  // Threads  safe from any thread; wait-free; allocates nothing.
  void Complete(std::span<const Completion> completions) noexcept override;
  void FirstToken(std::span<const std::uint64_t> ids) noexcept override;

  // Samples answered. Rises after the columns of those samples are visible.
  const std::atomic<std::uint64_t>& completed() const { return completed_; }
  // Samples handed out, answered or not.
  std::uint64_t opened() const { return opened_.load(std::memory_order_acquire); }
  // Run time of the latest answer that counted, 0 before the first.
  std::int64_t last_progress_ns() const { return last_progress_ns_.load(std::memory_order_relaxed); }
  std::int64_t done_ns(std::uint64_t slot) const { return done_ns_[slot]; }

  // Ends all open slots with this status: nothing that comes later counts. Returns them in ascending order.
  std::vector<std::uint64_t> CloseOpen(SampleStatus status);

  // For one reader: slots in order of completion, from position `from`, until the first that isn't complete yet.
  std::size_t ReadOrder(std::uint64_t from, std::span<std::uint64_t> slots) const;

  // Columns of one slot; valid when ReadOrder has named it or CloseOpen has closed it.
  SampleStatus status(std::uint64_t slot) const { return status_[slot]; }
  std::int64_t first_token_ns(std::uint64_t slot) const {
    return static_cast<std::int64_t>(state_[slot].load(std::memory_order_relaxed) & kFirstTokenMask) - 1;
  }
  std::uint32_t tokens(std::uint64_t slot) const { return tokens_[slot]; }
  std::int32_t error(std::uint64_t slot) const { return error_[slot]; }
  std::uint32_t output_size(std::uint64_t slot) const { return output_bytes_ == 0 ? 0 : output_size_[slot]; }
  std::span<const std::byte> output(std::uint64_t slot) const {
    return std::span(outputs_).subspan(slot * output_bytes_, output_size(slot));
  }
  std::uint64_t output_bytes() const { return output_bytes_; }

  std::uint64_t stray_count() const { return stray_count_.load(std::memory_order_acquire); }
  std::vector<record::StrayCompletion> Strays() const;
  std::uint64_t oversized_outputs() const { return oversized_.load(std::memory_order_relaxed); }
  std::uint64_t invalid_statuses() const { return invalid_status_.load(std::memory_order_relaxed); }

 private:
  // A slot's word: how the sample ended in the top bits, below them the run time of its first token + 1, 0 = none. So
  // one atomic operation ends a sample and keeps later first tokens out: a column mustn't change once it is read.
  static constexpr int kEndShift = 62;
  static constexpr std::uint64_t kFirstTokenMask = (std::uint64_t{1} << kEndShift) - 1;
  enum class Slot : std::uint8_t { kOpen, kDone, kClosed };
  struct Stray {
    std::uint64_t id = 0;
    std::int64_t at_ns = 0;
    std::atomic<std::uint8_t> kind{0};  // 0 = not written yet
  };

  bool FindSlot(std::uint64_t id, std::uint64_t* slot) const noexcept;
  bool Accept(const Completion& completion, std::int64_t now_ns, std::uint64_t* slot) noexcept;
  void Store(const Completion& completion, std::uint64_t slot) noexcept;
  Slot End(std::uint64_t slot, Slot how) noexcept;
  void Publish(std::span<const std::uint64_t> slots, std::int64_t now_ns) noexcept;
  void AddStray(std::uint64_t id, std::int64_t now_ns, record::StrayCompletion::Kind kind) noexcept;

  Clock& clock_;
  const std::uint64_t generation_bits_;
  const std::uint64_t output_bytes_;
  std::atomic<std::int64_t> start_ns_{0};
  std::atomic<std::uint64_t> opened_{0};

  std::vector<std::atomic<std::uint64_t>> state_;
  std::vector<std::int64_t> done_ns_;
  std::vector<std::uint32_t> tokens_;
  std::vector<SampleStatus> status_;
  std::vector<std::int32_t> error_;
  std::vector<std::uint32_t> output_size_;
  std::vector<std::byte> outputs_;
  std::vector<std::atomic<std::uint64_t>> order_;  // slot + 1; 0 = not there yet

  alignas(64) std::atomic<std::uint64_t> order_next_{0};
  alignas(64) std::atomic<std::uint64_t> completed_{0};
  std::atomic<std::int64_t> last_progress_ns_{0};
  std::atomic<std::uint64_t> stray_count_{0};
  std::atomic<std::uint64_t> oversized_{0};
  std::atomic<std::uint64_t> invalid_status_{0};
  std::array<Stray, kMaxStrays> strays_;
};

}  // namespace assay::load
