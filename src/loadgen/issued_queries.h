// SPDX-License-Identifier: Apache-2.0
// The vectors that the system under test gets its queries in.
//
// LoadGen keeps every query's vector until the series ends, and clients hold pointers to them. Here a vector keeps what
// it holds until all its samples are answered and for at least kKept further samples after it; the object itself stays,
// with as many samples, until the next series ends. Series of up to kKept samples, all of those before issuing, are so
// as in LoadGen; longer ones need no more memory for it.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "load/schedule.h"
#include "loadgen/answers.h"
#include "loadgen/loadgen.h"

namespace assay::loadgen {

class IssuedQueries {
 public:
  static constexpr std::uint64_t kKept = std::uint64_t{1} << 16;  // samples

  // For queries that `shards` threads issue, thread i the queries i, i + shards, i + 2 * shards and so on. The schedule
  // and the answers outlive the use of Next, not the object. May throw std::bad_alloc.
  IssuedQueries(const load::Schedule& schedule, const Answers& answers, std::uint64_t shards);

  // The next query of that thread's share. Allocates only when more queries are unanswered than vectors are kept.
  // Threads  each shard one thread.
  const std::vector<mlperf::QuerySample>& Next(std::uint64_t number) {
    Shard& shard = shards_[number];
    Samples* samples = &shard.ring[shard.place];
    if (shard.later_round) samples = &Renew(shard, *samples);
    shard.query += shards_.size();
    if (++shard.place == shard.ring.size()) {
      shard.place = 0;
      shard.later_round = true;
    }
    return *samples;
  }

 private:
  using Samples = std::vector<mlperf::QuerySample>;
  struct alignas(64) Shard {
    std::vector<Samples> ring;
    std::deque<Samples> more;         // of queries whose place in the ring another one that is unanswered still holds
    std::uint64_t place = 0;          // in the ring
    std::uint64_t query = 0;
    bool later_round = false;         // the first round was filled before issuing
  };

  void Fill(Samples& samples, std::uint64_t query) const;
  bool IsAnswered(const Samples& samples) const;
  Samples& Renew(Shard& shard, Samples& samples);

  const std::uint64_t samples_per_query_;
  const std::uint64_t* const sample_index_;
  const Answers* const answers_;
  std::vector<Shard> shards_;
};

}  // namespace assay::loadgen
