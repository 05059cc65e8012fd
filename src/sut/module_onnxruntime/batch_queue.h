// SPDX-License-Identifier: Apache-2.0
// Collects issued samples into batches: up to `max_batch` of them, or what has come when the first has waited long
// enough (dynamic batching, as model servers do it).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "assay/assay.h"
#include "sut/module_onnxruntime/doorbell.h"

namespace assay::sut {

// One thread pushes, any number of workers take.
class BatchQueue {
 public:
  // What Take found. kRun: compute these samples. kDrop: they were cancelled. kEnd: closed and empty.
  enum class Verdict { kRun, kDrop, kEnd };
  struct Batch {
    Verdict verdict;
    std::size_t size;  // samples written; >= 1 unless kEnd
  };

  // Range  capacity a power of two, in queries; wait_ns >= 0.
  BatchQueue(std::uint32_t capacity, std::int64_t wait_ns);

  // Adds the samples of one query, which stay where they are until taken. False when `capacity` queries are waiting.
  // Threads  one at a time. Allocates nothing, locks nothing.
  bool Push(std::span<const assay_sample> samples) noexcept;
  // What has come so far needn't wait for more, until the next Push.
  void Flush() noexcept;
  // From now on samples are dropped.
  void Cancel() noexcept;
  // No more is pushed: what still waits is dropped, then workers get kEnd.
  void Close() noexcept;
  // Undoes Cancel and Close; only without workers.
  void Reopen() noexcept;

  // Waits for a batch and writes it to `batch`, at most its size. Threads  safe.
  Batch Take(std::span<assay_sample> batch) noexcept;

 private:
  struct Entry {
    const assay_sample* samples;
    std::size_t count;
    std::int64_t pushed_ns;
  };
  std::size_t TakeWaiting(std::span<assay_sample> batch, std::int64_t* oldest_ns) noexcept;

  const std::uint32_t mask_;
  const std::int64_t wait_ns_;
  std::unique_ptr<Entry[]> ring_;
  std::atomic<std::uint32_t> tail_{0};  // pushed so far, modulo 2^32
  std::atomic<std::uint32_t> head_{0};  // taken so far
  std::size_t taken_of_head_ = 0;       // samples taken of ring_[head_]; under collecting_
  std::mutex collecting_;               // one worker collects, the others wait here; the pushing thread never locks it
  Doorbell bell_;
  std::atomic<bool> flushed_{false}, cancelled_{false}, closed_{false};
};

}  // namespace assay::sut
