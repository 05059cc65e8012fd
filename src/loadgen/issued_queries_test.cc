// SPDX-License-Identifier: Apache-2.0
#include "loadgen/issued_queries.h"

#include <gtest/gtest.h>

#include "base/manual_clock.h"

namespace assay::loadgen {
namespace {

load::Schedule ScheduleOf(std::uint64_t queries, std::uint64_t samples_per_query) {
  load::Schedule schedule;
  schedule.samples_per_query = samples_per_query;
  schedule.due_ns.assign(queries, 0);
  for (std::uint64_t slot = 0; slot < queries * samples_per_query; ++slot) {
    schedule.sample_index.push_back(slot * 7 % 1000);
  }
  return schedule;
}

struct Bench {
  base::ManualClock clock{1000};
  load::Schedule schedule;
  Answers answers;
  IssuedQueries queries;

  Bench(std::uint64_t count, std::uint64_t samples_per_query, std::uint64_t shards = 1)
      : schedule(ScheduleOf(count, samples_per_query)),
        answers(schedule.sample_index.size(), 9, {}, nullptr, clock, {}),
        queries(schedule, answers, shards) {}

  const std::vector<mlperf::QuerySample>& Issue(std::uint64_t query, std::uint64_t shard = 0) {
    for (std::uint64_t i = 0; i < schedule.samples_per_query; ++i) answers.Open(query * schedule.samples_per_query + i);
    return queries.Next(shard);
  }
  void Answer(const std::vector<mlperf::QuerySample>& samples) {
    std::uint64_t answered = 0;
    for (const mlperf::QuerySample& sample : samples) {
      mlperf::QuerySampleResponse response{sample.id, 0, 0};
      answers.Complete(&response, 1, {}, answered);
    }
    EXPECT_EQ(answered, samples.size());
  }
  bool Holds(const std::vector<mlperf::QuerySample>& samples, std::uint64_t query) const {
    if (samples.size() != schedule.samples_per_query) return false;
    for (std::uint64_t i = 0; i < samples.size(); ++i) {
      const std::uint64_t slot = query * samples.size() + i;
      if (samples[i].id != answers.IdOf(slot) || samples[i].index != schedule.sample_index[slot]) return false;
    }
    return true;
  }
};

TEST(IssuedQueries, KeepAnsweredQueriesForAsLongAsPromised) {
  const std::uint64_t count = 3 * IssuedQueries::kKept / 4;  // of 2 samples: 1.5 rounds
  Bench bench(count, 2);
  std::vector<const std::vector<mlperf::QuerySample>*> issued;
  for (std::uint64_t query = 0; query < count; ++query) {
    issued.push_back(&bench.Issue(query));
    ASSERT_TRUE(bench.Holds(*issued.back(), query)) << query;
    bench.Answer(*issued.back());
    if (query >= IssuedQueries::kKept / 2 - 1) {
      const std::uint64_t oldest = query + 1 - IssuedQueries::kKept / 2;
      ASSERT_TRUE(bench.Holds(*issued[oldest], oldest));
    }
  }
  EXPECT_EQ(issued[0], issued[IssuedQueries::kKept / 2]);  // used again
}

TEST(IssuedQueries, KeepUnansweredQueriesForEver) {
  const std::uint64_t count = 2 * IssuedQueries::kKept + 10;
  Bench bench(count, 1);
  std::vector<const std::vector<mlperf::QuerySample>*> issued;
  for (std::uint64_t query = 0; query < count; ++query) {
    issued.push_back(&bench.Issue(query));
    if (query % 3 == 0) bench.Answer(*issued.back());
  }
  for (std::uint64_t query = 0; query < count; ++query) {
    if (query % 3 != 0) {
      ASSERT_TRUE(bench.Holds(*issued[query], query)) << query;
    }
  }
}

TEST(IssuedQueries, EachThreadHasItsShare) {
  Bench bench(100'003, 1, 3);
  for (std::uint64_t query = 0; query < 100'003; ++query) {
    const auto& samples = bench.Issue(query, query % 3);
    ASSERT_TRUE(bench.Holds(samples, query));
    bench.Answer(samples);
  }
}

}  // namespace
}  // namespace assay::loadgen
