// SPDX-License-Identifier: Apache-2.0
// How long single calls took and on which thread, for the trace: a word a call, beside the time at which it began.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/column.h"

namespace assay::loadgen {

// The kernel's number of the calling thread: asked for once a thread.
// Threads  any; wait-free.
std::uint32_t ThreadId() noexcept;

// Of a column of samples: the word of a call stands at the first of its samples. Default-made, it keeps nothing.
// Threads  any may set; of two for one place the later one stays. Reading is for when no thread sets any more.
class CallSpans {
 public:
  // A longer call shows as one of that length.
  static constexpr std::int64_t kMostNs = (std::int64_t{1} << 41) - 1;  // 36 minutes
  CallSpans() = default;
  CallSpans(std::uint64_t samples, const base::ColumnPlace& place);  // may throw std::bad_alloc

  bool kept() const { return words_.size() != 0; }
  void Set(std::uint64_t slot, std::int64_t duration_ns, std::uint32_t thread) {
    const std::int64_t word = (std::clamp(duration_ns, std::int64_t{0}, kMostNs) << kThreadBits) | thread;
    std::atomic_ref<std::int64_t>(words_[slot]).store(word, std::memory_order_relaxed);
  }
  bool Has(std::uint64_t slot) const { return kept() && words_[slot] != 0; }
  std::int64_t duration_ns(std::uint64_t slot) const { return words_[slot] >> kThreadBits; }
  std::uint64_t thread(std::uint64_t slot) const {
    return static_cast<std::uint64_t>(words_[slot]) & ((std::uint64_t{1} << kThreadBits) - 1);
  }
  // As base::Column.
  void Release(std::uint64_t first, std::uint64_t count) const { words_.Release(first, count); }
  void Populate(std::uint64_t first, std::uint64_t count) const { words_.Populate(first, count); }

 private:
  static constexpr int kThreadBits = 22;  // Linux has at most 2^22 thread ids, none of them 0
  base::Column<std::int64_t> words_;
};

}  // namespace assay::loadgen
