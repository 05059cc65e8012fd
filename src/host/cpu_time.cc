// SPDX-License-Identifier: Apache-2.0
#include "host/cpu_time.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/file.h"

namespace assay::host {
namespace {

std::optional<double> Share(std::uint64_t CpuTime::*part, const CpuTime& before, const CpuTime& after) {
  if (after.busy < before.busy || after.idle < before.idle || after.steal < before.steal) return std::nullopt;
  const std::uint64_t all =
      (after.busy - before.busy) + (after.idle - before.idle) + (after.steal - before.steal);
  if (all == 0) return std::nullopt;
  return static_cast<double>(after.*part - before.*part) / static_cast<double>(all);
}

}  // namespace

// The first line: cpu user nice system idle iowait irq softirq steal guest guest_nice. The guests' time is in user.
std::optional<CpuTime> ReadCpuTime(const std::string& root) {
  const auto text = base::ReadFile(root + "/proc/stat");
  if (!text || !text->starts_with("cpu ")) return std::nullopt;
  std::array<std::uint64_t, 8> ticks{};
  const char* at = text->data() + 4;
  const char* const end = text->data() + std::min(text->find('\n'), text->size());
  for (std::uint64_t& tick : ticks) {
    while (at < end && *at == ' ') ++at;
    const auto [next, error] = std::from_chars(at, end, tick);
    if (error != std::errc()) return std::nullopt;
    at = next;
  }
  const auto [user, nice, system, idle, iowait, irq, softirq, steal] = ticks;
  return CpuTime{.busy = user + nice + system + irq + softirq, .idle = idle + iowait, .steal = steal};
}

std::optional<double> StealShare(const CpuTime& before, const CpuTime& after) {
  return Share(&CpuTime::steal, before, after);
}

std::optional<double> BusyShare(const CpuTime& before, const CpuTime& after) {
  return Share(&CpuTime::busy, before, after);
}

}  // namespace assay::host
