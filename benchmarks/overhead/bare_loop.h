// SPDX-License-Identifier: Apache-2.0
// The least that any generator can do to be on time, to hold generators against: sleep until a lead before the due
// time, then read the clock until it comes.
#pragma once

#include <sys/prctl.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::overhead {

inline std::int64_t MonotonicNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

// Waits for each due time, counted from now, and appends how late each wait ended.
inline void BareLoop(std::span<const std::int64_t> due_ns, std::int64_t lead_ns, std::vector<std::int64_t>& late_ns) {
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  const std::int64_t start_ns = MonotonicNs();
  for (const std::int64_t due : due_ns) {
    const std::int64_t until_ns = start_ns + due, wake_ns = until_ns - lead_ns;
    if (MonotonicNs() < wake_ns) {
      const timespec wake{.tv_sec = wake_ns / 1'000'000'000, .tv_nsec = wake_ns % 1'000'000'000};
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr);
    }
    std::int64_t now_ns = MonotonicNs();
    while (now_ns < until_ns) now_ns = MonotonicNs();
    late_ns.push_back(now_ns - until_ns);
  }
}

struct Lateness {
  std::uint64_t queries = 0;
  double p50_us = 0, p99_us = 0, p999_us = 0, max_us = 0;
};

// The values with a share q of the others below them. Sorts. Range  at least one value.
inline Lateness Summarise(std::vector<std::int64_t>& late_ns) {
  std::ranges::sort(late_ns);
  const auto at = [&](double share) {
    const auto position = static_cast<std::size_t>(std::floor(share * static_cast<double>(late_ns.size())));
    return static_cast<double>(late_ns[std::min(position, late_ns.size() - 1)]) / 1e3;
  };
  return {late_ns.size(), at(0.5), at(0.99), at(0.999), static_cast<double>(late_ns.back()) / 1e3};
}

}  // namespace assay::overhead
