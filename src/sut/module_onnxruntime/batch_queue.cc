// SPDX-License-Identifier: Apache-2.0
#include "sut/module_onnxruntime/batch_queue.h"

#include <algorithm>
#include <chrono>

namespace assay::sut {
namespace {

// Its own clock and not the host's: a worker sleeps in real time, whatever the host measures with.
std::int64_t SteadyNs() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

BatchQueue::BatchQueue(std::uint32_t capacity, std::int64_t wait_ns)
    : mask_(capacity - 1), wait_ns_(wait_ns), ring_(std::make_unique_for_overwrite<Entry[]>(capacity)) {}

bool BatchQueue::Push(std::span<const assay_sample> samples) noexcept {
  const std::uint32_t tail = tail_.load(std::memory_order_relaxed);
  if (tail - head_.load(std::memory_order_acquire) > mask_) return false;
  ring_[tail & mask_] = {samples.data(), samples.size(), wait_ns_ > 0 ? SteadyNs() : 0};
  flushed_.store(false, std::memory_order_relaxed);
  tail_.store(tail + 1, std::memory_order_release);
  bell_.Ring();
  return true;
}

void BatchQueue::Flush() noexcept {
  flushed_.store(true);
  bell_.Ring();
}

void BatchQueue::Cancel() noexcept {
  cancelled_.store(true);
  bell_.Ring();
}

void BatchQueue::Close() noexcept {
  closed_.store(true);
  bell_.Ring();
}

void BatchQueue::Reopen() noexcept {
  flushed_.store(false);
  cancelled_.store(false);
  closed_.store(false);
}

// A query with more samples than a batch takes stays at the head until its last one is taken.
std::size_t BatchQueue::TakeWaiting(std::span<assay_sample> batch, std::int64_t* oldest_ns) noexcept {
  std::size_t size = 0;
  std::uint32_t head = head_.load(std::memory_order_relaxed);
  const std::uint32_t tail = tail_.load(std::memory_order_acquire);
  while (size < batch.size() && head != tail) {
    const Entry& entry = ring_[head & mask_];
    const std::size_t count = std::min(batch.size() - size, entry.count - taken_of_head_);
    std::copy_n(entry.samples + taken_of_head_, count, batch.data() + size);
    if (size == 0) *oldest_ns = entry.pushed_ns;
    size += count;
    taken_of_head_ += count;
    if (taken_of_head_ == entry.count) {
      taken_of_head_ = 0;
      head_.store(++head, std::memory_order_release);
    }
  }
  return size;
}

// The worker that holds `collecting_` is the only consumer until its batch is complete, so that two workers never
// share the samples of one batch between them while both wait for more.
BatchQueue::Batch BatchQueue::Take(std::span<assay_sample> batch) noexcept {
  const std::lock_guard lock(collecting_);
  std::size_t size = 0;
  std::int64_t oldest_ns = 0;
  for (;;) {
    const std::uint32_t seen = bell_.rings();  // before looking, so that no ring is missed
    const bool closed = closed_.load();
    const bool flushed = flushed_.load();
    std::int64_t first_ns = 0;
    size += TakeWaiting(batch.subspan(size), &first_ns);
    if (oldest_ns == 0) oldest_ns = first_ns;
    if (size > 0 && (closed || cancelled_.load())) return {Verdict::kDrop, size};
    if (size == batch.size()) return {Verdict::kRun, size};
    if (closed) return {Verdict::kEnd, 0};
    std::int64_t timeout_ns = -1;
    if (size > 0) {
      timeout_ns = wait_ns_ == 0 || flushed ? 0 : oldest_ns + wait_ns_ - SteadyNs();
      if (timeout_ns <= 0) return {Verdict::kRun, size};
    }
    bell_.Wait(seen, timeout_ns);
  }
}

}  // namespace assay::sut
