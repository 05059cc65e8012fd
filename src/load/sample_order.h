// SPDX-License-Identifier: Apache-2.0
// Which samples of a loaded set each query takes, drawn exactly as LoadGen draws them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "load/loadable_set.h"
#include "random/mt19937_stream.h"
#include "spec/scenario.h"

namespace assay::load {

// How a query picks from the set.
enum class Pick : std::uint8_t {
  kOne,          // one sample (SingleStream, Server, own traffic)
  kConsecutive,  // samples_per_query neighbours from a drawn start (MultiStream)
  kWholeSet,     // the set, repeated to length (Offline)
};

struct SampleOrderSettings {
  Pick pick = Pick::kOne;
  spec::IssueOrder order = spec::IssueOrder::kUniform;
  bool equal_counts = false;  // equal issue, alone or beside `order`: whole copies of the set are shuffled
  bool accuracy = false;
  std::uint64_t same_index = 0;
  std::uint64_t samples_per_query = 1;
  std::uint64_t min_query_count =
      0;  // before equal issue rounds it up: decides how many shuffles come first
  std::uint64_t seed = 0;
};

// Threads  one thread at a time.
// Source   MLPerf LoadGen 6.0.17, query generation.
class SampleOrder {
 public:
  // `set` outlives the object. Range: min_query_count <= kMaxPlannedSamples; same_index < set.size.
  SampleOrder(const SampleOrderSettings& settings, const LoadableSet& set);

  // Fills the next queries. With order kUnique, and in accuracy mode, at most one query per start of
  // the set.
  // Shape    queries x samples_per_query.
  void Take(std::span<std::uint64_t> samples);

 private:
  std::uint64_t NextStart() {
    if (starts_.empty()) return stream_.Below(static_cast<std::uint32_t>(set_.size));
    const std::uint64_t start = starts_[next_];
    if (++next_ == starts_.size()) next_ = 0;
    return start;
  }
  void TakeWholeSet(std::span<std::uint64_t> query);

  const SampleOrderSettings settings_;
  const LoadableSet& set_;
  random::Mt19937Stream stream_;
  std::vector<std::uint64_t>
      starts_;  // places in the set to take one after another; empty where starts are drawn
  std::uint64_t next_ = 0;
};

}  // namespace assay::load
