// SPDX-License-Identifier: Apache-2.0
#include "loadgen/issued_queries.h"

#include <algorithm>

namespace assay::loadgen {
namespace {

// However many samples a query has, a client that still looks at a few earlier ones may.
constexpr std::uint64_t kFewestKept = 16;

}  // namespace

IssuedQueries::IssuedQueries(const load::Schedule& schedule, const Answers& answers, std::uint64_t shards)
    : schedule_(&schedule), answers_(&answers), shards_(shards) {
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
  std::uint64_t slot = query * schedule_->samples_per_query;
  for (mlperf::QuerySample& sample : samples) {
    sample = {answers_->IdOf(slot), schedule_->sample_index[slot]};
    ++slot;
  }
}

bool IssuedQueries::IsAnswered(const Samples& samples) const {
  return std::ranges::all_of(samples, [&](const mlperf::QuerySample& sample) {
    return answers_->IsAnswered(Answers::SlotOf(sample.id));
  });
}

const std::vector<mlperf::QuerySample>& IssuedQueries::Next(std::uint64_t number) {
  Shard& shard = shards_[number];
  Samples* samples = &shard.ring[shard.place];
  if (!shard.filled) {
    if (!IsAnswered(*samples)) samples = &shard.more.emplace_back(schedule_->samples_per_query);
    Fill(*samples, shard.query);
  }
  shard.query += shards_.size();
  if (++shard.place == shard.ring.size()) {
    shard.place = 0;
    shard.filled = false;
  }
  return *samples;
}

}  // namespace assay::loadgen
