// SPDX-License-Identifier: Apache-2.0
// Where the machine's CPU time went between two moments: busy, idle, or taken by the hypervisor for others ("steal").
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace assay::host {

// Clock ticks of all CPUs since boot.
struct CpuTime {
  std::uint64_t busy = 0;
  std::uint64_t idle = 0;
  std::uint64_t steal = 0;
};

// Empty when /proc/stat isn't there or isn't understood. `root` stands before the path.
std::optional<CpuTime> ReadCpuTime(const std::string& root = {});

// Share of the time between two readings, 0 … 1. Empty when no tick has passed or a counter went back.
// Threads  safe: pure.
std::optional<double> StealShare(const CpuTime& before, const CpuTime& after);
std::optional<double> BusyShare(const CpuTime& before, const CpuTime& after);

}  // namespace assay::host
