// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "assay/metric.h"
#include "metric/performance/measured_for_test.h"

namespace assay {
namespace {

// 5 queries of 2 samples, due every 100 ms, the last answer at 0.5 s, one sample failed: 9 samples in 0.5 s; 4 complete
// queries are 3 gaps in 0.5 s; 5 issued ones 4 gaps in 0.4 s.
TEST(Throughput, CountsAnsweredSamplesAndQpsCountsGaps) {
  const std::vector<std::int64_t> query_latency(4, 90'000'000);
  PerformanceColumns run;
  run.query_latency_ns = query_latency;
  run.samples_issued = 10;
  run.samples_ok = 9;
  run.samples_error = 1;
  run.queries_issued = 5;
  run.last_due_ns = 400'000'000;
  run.last_done_ns = 500'000'000;
  EXPECT_DOUBLE_EQ(*Measure("throughput", run).value, 18);
  EXPECT_DOUBLE_EQ(*Measure("completed_qps", run).value, 6);
  EXPECT_DOUBLE_EQ(*Measure("scheduled_qps", run).value, 10);
  EXPECT_DOUBLE_EQ(*Measure("error_rate", run).value, 0.1);
}

TEST(Throughput, IsUndefinedInNoTime) {
  PerformanceColumns run;
  run.samples_ok = 3;
  EXPECT_FALSE(Measure("throughput", run).value.has_value());
}

// Clopper-Pearson by hand at no failure: the upper end is 1 - (alpha/2)^(1/n).
TEST(ErrorRate, HasAnIntervalAtNoFailure) {
  PerformanceColumns run;
  run.samples_issued = run.samples_ok = 1;
  EXPECT_EQ(Measure("error_rate", run).value, 0);
  EXPECT_NEAR(Measure("error_rate", run).interval->high, 0.975, 1e-12);
  run.samples_ok = 0;
  run.samples_lost = 1;
  EXPECT_EQ(Measure("error_rate", run).value, 1);
}

}  // namespace
}  // namespace assay
