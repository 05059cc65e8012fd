// SPDX-License-Identifier: Apache-2.0
#include "run/affinity.h"

#include <charconv>
#include <string_view>

namespace assay::run {
namespace {

std::set<int> UsableCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::set<int> cores;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &set)) cores.insert(core);
  }
  return cores;
}

bool ParseNumber(std::string_view text, int& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= 0 && value < CPU_SETSIZE;
}

}  // namespace

Result<std::set<int>> ParseCores(const std::string& text) {
  const std::set<int> usable = UsableCores();
  if (text.empty()) return usable;
  std::set<int> cores;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    const std::size_t dash = part.find('-');
    int first = 0, last = 0;
    if (!ParseNumber(part.substr(0, dash), first) ||
        !ParseNumber(dash == std::string_view::npos ? part : part.substr(dash + 1), last) || last < first) {
      return Fail(ErrorCode::kBadQuantity, "expected cores like 0 or 0-3 or 0,2, found '" + text + "'");
    }
    for (int core = first; core <= last; ++core) {
      if (!usable.contains(core)) {
        return Fail(ErrorCode::kOutOfRange, "core " + std::to_string(core) + " isn't one that this process may use",
                    "it may use " + std::to_string(usable.size()) + " cores");
      }
      cores.insert(core);
    }
  }
  return cores;
}

Affinity::Affinity(const std::set<int>& cores) {
  CPU_ZERO(&before_);
  sched_getaffinity(0, sizeof before_, &before_);
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
  sched_setaffinity(0, sizeof set, &set);
}

Affinity::~Affinity() { sched_setaffinity(0, sizeof before_, &before_); }

}  // namespace assay::run
