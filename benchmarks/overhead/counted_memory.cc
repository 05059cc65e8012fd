// SPDX-License-Identifier: Apache-2.0
#include "overhead/counted_memory.h"

#include <malloc.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

// Replacing operator new leaves no other place to count in.
std::atomic<std::int64_t> in_use{0};
std::atomic<std::int64_t> peak{0};

void* Count(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  const auto size = static_cast<std::int64_t>(malloc_usable_size(memory));
  const std::int64_t now = in_use.fetch_add(size, std::memory_order_relaxed) + size;
  std::int64_t before = peak.load(std::memory_order_relaxed);
  while (now > before && !peak.compare_exchange_weak(before, now, std::memory_order_relaxed)) {
  }
  return memory;
}

void Release(void* memory) {
  in_use.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(memory)), std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

namespace assay::overhead {

std::int64_t BytesInUse() { return in_use.load(std::memory_order_relaxed); }
std::int64_t PeakBytes() { return peak.load(std::memory_order_relaxed); }
void RestartPeak() { peak.store(BytesInUse(), std::memory_order_relaxed); }

}  // namespace assay::overhead

// The library's other forms of new and delete call these.
void* operator new(std::size_t size) { return Count(std::malloc(size == 0 ? 1 : size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  return Count(std::aligned_alloc(align, (size + align - 1) / align * align));
}
void operator delete(void* memory) noexcept { Release(memory); }
void operator delete(void* memory, std::size_t) noexcept { Release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { Release(memory); }
