// SPDX-License-Identifier: Apache-2.0
#include "base/system_clock.h"

#include <sys/prctl.h>
#include <time.h>

#include <algorithm>
#include <array>

namespace assay::base {
namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr std::int64_t kSpinNs = 50'000;
// A pause is kind to the core's other thread, but takes up to 50 ns: none so near to the due time.
constexpr std::int64_t kPauseNs = 1'000;
constexpr std::int64_t kMinPollNs = 10'000;
constexpr std::int64_t kMaxPollNs = 500'000;

// Ends a little late, as every sleep does. The kernel may add "slack" to batch wake-ups, 50 us by default and kept per
// thread; asking for the least each time costs one short system call and needs no per-thread state.
void SleepUntil(std::int64_t due_ns) {
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  const timespec due{.tv_sec = due_ns / kNsPerSecond, .tv_nsec = due_ns % kNsPerSecond};
  // EINTR (a signal) returns early; every caller reads the clock again.
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nullptr);
}

void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

std::int64_t MeasureLead(Clock& clock) {
  constexpr std::int64_t kSleepNs = 200'000;
  std::array<std::int64_t, 100> late{};
  for (std::int64_t& late_ns : late) {
    const std::int64_t due_ns = clock.NowNs() + kSleepNs;
    SleepUntil(due_ns);
    late_ns = clock.NowNs() - due_ns;
  }
  std::ranges::sort(late);
  return std::clamp(late[98], SystemClock::kMinLeadNs, SystemClock::kMaxLeadNs);
}

}  // namespace

SystemClock::SystemClock() : lead_ns_(0) { lead_ns_ = MeasureLead(*this); }

std::int64_t SystemClock::NowNs() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * kNsPerSecond + now.tv_nsec;
}

void SystemClock::WaitUntilNs(std::int64_t due_ns) noexcept {
  std::int64_t now_ns = NowNs();
  while (due_ns > now_ns && due_ns - now_ns > lead_ns_) {
    SleepUntil(due_ns - lead_ns_);
    now_ns = NowNs();
  }
  while (now_ns < due_ns) {
    if (due_ns - now_ns > kPauseNs) Pause();
    now_ns = NowNs();
  }
}

bool SystemClock::WaitForCount(const std::atomic<std::uint64_t>& counter, std::uint64_t at_least,
                               std::int64_t deadline_ns) noexcept {
  if (counter.load(std::memory_order_acquire) >= at_least) return true;
  const std::int64_t begin_ns = NowNs();
  while (counter.load(std::memory_order_acquire) < at_least) {
    const std::int64_t now_ns = NowNs();
    if (now_ns >= deadline_ns) return counter.load(std::memory_order_acquire) >= at_least;
    const std::int64_t waited_ns = now_ns - begin_ns;
    if (waited_ns < kSpinNs) {
      Pause();
    } else {
      const std::int64_t poll_ns = std::clamp(waited_ns / 64, kMinPollNs, kMaxPollNs);
      SleepUntil(now_ns + std::min(poll_ns, deadline_ns - now_ns));
    }
  }
  return true;
}

}  // namespace assay::base
