// SPDX-License-Identifier: Apache-2.0
#include "sut/module_onnxruntime/doorbell.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace assay::sut {

static_assert(sizeof(std::atomic<std::uint32_t>) == 4 && std::atomic<std::uint32_t>::is_always_lock_free);

// Both sides are sequentially consistent: either Ring sees the sleeper and wakes it, or the sleeper (who announced
// itself first) sees the new count. The kernel compares once more under its own lock.
void Doorbell::Ring() noexcept {
  rings_.fetch_add(1);
  if (sleepers_.load() != 0) syscall(SYS_futex, &rings_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

void Doorbell::Wait(std::uint32_t seen, std::int64_t timeout_ns) noexcept {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const timespec timeout{.tv_sec = timeout_ns / kSecond, .tv_nsec = timeout_ns % kSecond};
  sleepers_.fetch_add(1);
  if (rings_.load() == seen) {
    syscall(SYS_futex, &rings_, FUTEX_WAIT_PRIVATE, seen, timeout_ns < 0 ? nullptr : &timeout, nullptr, 0);
  }
  sleepers_.fetch_sub(1);
}

}  // namespace assay::sut
