// SPDX-License-Identifier: Apache-2.0
// Traffic of one's own: when requests come in. Never called an MLPerf scenario.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/executor.h"
#include "assay/result.h"

namespace assay {

// How far and how dense. A generated series goes on until it holds min_query_count arrivals and the
// last is due at or after duration_ns, so that it counts as long enough.
struct ArrivalRequest {
  double rate_qps = 0;           // mean; 0 where the arrival takes none
  std::int64_t duration_ns = 0;  // replay: 0 = the whole trace
  std::uint64_t min_query_count = 0;
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>>
      parameters;  // as written in the spec; file paths resolved
};

// One shape of traffic: load/arrival/<name>.cc defines kArrival_<name>.
struct ArrivalInfo {
  std::string_view name;  // constant, poisson, gamma, replay
  std::string_view title;
  std::string_view definition;  // one sentence
  std::string_view source;
  bool takes_rate;
  std::span<const OptionInfo> parameters;
  // Due times in ns from the start of the run, ascending, the first of a generated series at 0.
  // Deadlines are absolute: no rounding adds up. The same request gives the same times everywhere.
  // Errors   kUnknownKey, kMissingKey, kOutOfRange for parameters and rate; a trace's own errors
  // with file and line. Threads  safe: pure but for reading the trace.
  Results<std::vector<std::int64_t>> (*generate)(const ArrivalRequest& request);
};

// Sorted by name. Generated.
std::span<const ArrivalInfo* const> AllArrivals();
// Null when there is none of that name.
const ArrivalInfo* FindArrival(std::string_view name);

}  // namespace assay
