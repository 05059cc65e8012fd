// SPDX-License-Identifier: Apache-2.0
// A schedule says, before the run, what is issued and when: query by query, sample by sample. Plain values.
#pragma once

#include <cstdint>
#include <span>
#include "base/column.h"

namespace assay::load {

// When a query may go out.
enum class Release : std::uint8_t {
  kAtDueTime,      // at due_ns, whatever is still in flight (Server, own traffic, Offline at 0)
  kAfterPrevious,  // when all samples of the query before are answered (SingleStream, MultiStream)
  kAtInterval,     // at the next multiple of the interval after the query before is answered (older MultiStream)
};

struct Schedule {
  Release release = Release::kAtDueTime;
  std::int64_t interval_ns = 0;          // kAtInterval only
  std::uint64_t samples_per_query = 1;
  base::Column<std::int64_t> due_ns;     // per query, from the start of the run; ascending
  base::Column<std::uint64_t> sample_index;  // queries x samples_per_query dataset indices
  std::int64_t generated_duration_ns = 0;   // LoadGen's generated_query_duration: the next, unused timestamp

  std::uint64_t queries() const { return due_ns.size(); }
  std::span<const std::uint64_t> Samples(std::uint64_t query) const {
    return std::span(sample_index).subspan(query * samples_per_query, samples_per_query);
  }
};

// What ends the issue loop before the schedule does. 0 = no such limit.
struct StopRule {
  std::uint64_t min_query_count = 0;
  std::uint64_t max_query_count = 0;
  std::int64_t min_duration_ns = 0;  // kAfterPrevious: ends when both minima are met
  std::int64_t max_duration_ns = 0;
};

}  // namespace assay::load
