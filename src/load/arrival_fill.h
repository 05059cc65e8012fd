// SPDX-License-Identifier: Apache-2.0
// Filling an arrival series whose due times come as seconds from the start.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "assay/arrival.h"
#include "load/due_times.h"

namespace assay::load {

// `next_seconds()` returns the due time of arrival 0, 1, 2, …, ascending; each is cut to whole ns
// by itself, so that rounding doesn't add up. Unit     seconds in, ns out. Errors   kOutOfRange
// when the series would exceed kMaxPlannedSamples or 2^62 ns. Threads  as next_seconds.
template <class NextSeconds>
Results<std::vector<std::int64_t>> FillArrivals(const ArrivalRequest& request,
                                                NextSeconds next_seconds) {
  const auto refuse = [](std::string what) {
    return std::unexpected(Errors{
        {ErrorCode::kOutOfRange, std::move(what), {}, "shorten the duration or change the rate"}});
  };
  const double expected = static_cast<double>(request.duration_ns) / 1e9 * request.rate_qps;
  if (request.min_query_count > kMaxPlannedSamples ||
      expected > 1.05 * static_cast<double>(kMaxPlannedSamples)) {
    return refuse("expected at most " + std::to_string(kMaxPlannedSamples) +
                  " arrivals; rate and duration ask for more");
  }
  std::vector<std::int64_t> due_ns;
  try {
    due_ns.reserve(
        std::max(request.min_query_count, static_cast<std::uint64_t>(expected * 1.01) + 1024));
    std::int64_t last_ns = 0;
    while (last_ns < request.duration_ns || due_ns.size() < request.min_query_count) {
      const double due = next_seconds() * 1e9;
      if (!(due < 0x1p62))
        return refuse("expected a series shorter than 2^62 ns; the rate is too low for this many");
      if (due_ns.size() == kMaxPlannedSamples) {
        return refuse("expected at most " + std::to_string(kMaxPlannedSamples) +
                      " arrivals within the duration");
      }
      last_ns = static_cast<std::int64_t>(due);
      due_ns.push_back(last_ns);
    }
  } catch (const std::bad_alloc&) {
    return refuse("the arrivals don't fit in memory");
  }
  return due_ns;
}

}  // namespace assay::load
