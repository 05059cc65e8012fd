// SPDX-License-Identifier: Apache-2.0
#include "metric/run_columns.h"

#include <gtest/gtest.h>

namespace assay::metric {
namespace {

// Three queries of two samples: complete, one sample failed, never issued.
record::RunRecord ThreeQueries() {
  record::RunRecord run;
  run.samples_per_query = 2;
  run.due_ns = {0, 100, 200};
  run.issued_ns = {5, 130, -1};
  run.issue_returned_ns = {6, 131, -1};
  run.sample_index = {4, 5, 6, 7};
  run.done_ns = {50, 70, 400, 160};
  run.first_token_ns = {20, -1, -1, 140};
  run.tokens = {3, 4, 0, 5};
  run.status = {SampleStatus::kOk, SampleStatus::kOk, SampleStatus::kError, SampleStatus::kOk};
  run.error = {0, 0, 9, 0};
  return run;
}

TEST(RunColumns, CountsFromTheDueTime) {
  const RunColumns owner(ThreeQueries());
  const PerformanceColumns columns = owner.Get();
  EXPECT_EQ(std::vector(columns.latency_ns.begin(), columns.latency_ns.end()), (std::vector<std::int64_t>{50, 70, 60}));
  EXPECT_EQ(std::vector(columns.query_latency_ns.begin(), columns.query_latency_ns.end()),
            (std::vector<std::int64_t>{70}));
  EXPECT_EQ(std::vector(columns.first_token_ns.begin(), columns.first_token_ns.end()),
            (std::vector<std::int64_t>{20, 40}));
  EXPECT_EQ(std::vector(columns.lateness_ns.begin(), columns.lateness_ns.end()), (std::vector<std::int64_t>{5, 30}));
  EXPECT_EQ(columns.queries_issued, 2u);
  EXPECT_EQ(columns.samples_issued, 4u);
  EXPECT_EQ(columns.samples_ok, 3u);
  EXPECT_EQ(columns.samples_error, 1u);
  EXPECT_EQ(columns.last_due_ns, 100);
  EXPECT_EQ(columns.last_issued_ns, 130);
  EXPECT_EQ(columns.last_done_ns, 400);  // a failure is an answer, too
}

TEST(RunColumns, ASampleWithoutAnAnswerIsLostNotFast) {
  record::RunRecord run = ThreeQueries();
  run.status[0] = SampleStatus::kPending;  // as an interrupted run leaves it
  run.done_ns[0] = -1;
  run.status[1] = SampleStatus::kLost;
  run.done_ns[1] = -1;
  const RunColumns owner(run);
  EXPECT_EQ(owner.Get().samples_lost, 2u);
  EXPECT_EQ(owner.Get().latency_ns.size(), 1u);
  EXPECT_TRUE(owner.Get().query_latency_ns.empty());
}

}  // namespace
}  // namespace assay::metric
