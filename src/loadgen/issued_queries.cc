// SPDX-License-Identifier: Apache-2.0
#include "loadgen/issued_queries.h"

#include <algorithm>

namespace assay::loadgen {
namespace {

// However many samples a query has, a client that still looks at a few earlier ones may.
constexpr std::uint64_t kFewestKept = 16;

}  // namespace

IssuedQueries::IssuedQueries(const load::Schedule& schedule, const Answers& answers, std::uint64_t shards)
    : samples_per_query_(schedule.samples_per_query),
      sample_index_(schedule.sample_index.data()),
      answers_(&answers),
      shards_(shards) {
  const std::uint64_t kept = std::max(kFewestKept, kKept / schedule.samples_per_query / shards);
  for (std::uint64_t number = 0; number < shards; ++number) {
    Shard& shard = shards_[number];
    shard.query = number;
    const std::uint64_t share = schedule.queries() / shards + (number < schedule.queries() % shards ? 1 : 0);
    shard.ring.resize(std::min(kept, share));
    std::uint64_t query = number;
    for (Samples& samples : shard.ring) {
      samples.resize(schedule.samples_per_query);
      Fill(samples, query);
      query += shards;
    }
  }
}

void IssuedQueries::Fill(Samples& samples, std::uint64_t query) const {
  std::uint64_t slot = query * samples_per_query_;
  for (mlperf::QuerySample& sample : samples) {
    sample = {answers_->IdOf(slot), sample_index_[slot]};
    ++slot;
  }
}

bool IssuedQueries::IsAnswered(const Samples& samples) const {
  for (const mlperf::QuerySample& sample : samples) {
    if (!answers_->IsAnswered(Answers::SlotOf(sample.id))) return false;
  }
  return true;
}

// Later rounds: the next place in the ring, once its query is answered.
std::vector<mlperf::QuerySample>& IssuedQueries::Renew(Shard& shard, Samples& samples) {
  Samples& free = IsAnswered(samples) ? samples : shard.more.emplace_back(samples_per_query_);
  Fill(free, shard.query);
  return free;
}

}  // namespace assay::loadgen
