// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "assay/metric.h"
#include "metric/performance/measured_for_test.h"

namespace assay {
namespace {

// 1, 2, … n microseconds, from the highest down.
std::vector<std::int64_t> Descending(std::int64_t n) {
  std::vector<std::int64_t> values;
  for (std::int64_t i = n; i > 0; --i) values.push_back(i * 1000);
  return values;
}

// The element at position trunc(n x p), counted from 0, is trunc(n x p) + 1 microseconds.
TEST(LatencyPercentiles, AreLoadGensElement) {
  for (const std::int64_t n : {1, 7, 100, 999, 5000}) {
    const auto values = Descending(n);
    PerformanceColumns run;
    run.latency_ns = values;
    const auto expect = [&](const char* name, double share) {
      const auto index = static_cast<std::int64_t>(static_cast<double>(n) * share);
      EXPECT_EQ(Measure(name, run).value, static_cast<double>((index + 1) * 1000)) << name << " of " << n;
      EXPECT_EQ(Measure(name, run).n, static_cast<std::uint64_t>(n));
    };
    expect("latency_p50", 0.50);
    expect("latency_p90", 0.90);
    expect("latency_p95", 0.95);
    expect("latency_p97", 0.97);
    expect("latency_p99", 0.99);
    expect("latency_p999", 0.999);
  }
}

// Median of 5 values: the smallest and largest enclose it with probability 1 - 2 / 2^5 = 0.9375 (each side 1/32), at least 0.93.
TEST(LatencyPercentiles, HaveAnOrderStatisticsInterval) {
  const auto values = Descending(5);
  PerformanceColumns run;
  run.latency_ns = values;
  const Measurement median = Measure("latency_p50", run, 0.93);
  ASSERT_TRUE(median.interval.has_value());
  EXPECT_EQ(median.interval->low, 1000);
  EXPECT_EQ(median.interval->high, 5000);
  EXPECT_FALSE(Measure("latency_p50", run, 0.95).interval.has_value());
  EXPECT_NE(Measure("latency_p50", run, 0.95).note, "");
}

TEST(LatencyPercentiles, NameTheSamplesThatHaveNone) {
  const auto values = Descending(5);
  PerformanceColumns run;
  run.latency_ns = values;
  run.samples_error = 2;
  run.samples_lost = 1;
  EXPECT_NE(Measure("latency_p99", run).note.find("3 failed or lost"), std::string::npos);
}

TEST(LatencyPercentiles, AreUndefinedWithoutAnAnswer) {
  const PerformanceColumns run;
  for (const char* name : {"latency_p50", "latency_p99", "latency_mean", "latency_max", "query_latency_p99",
                           "issue_lateness_p99", "throughput", "completed_qps", "scheduled_qps", "error_rate"}) {
    const Measurement measured = Measure(name, run);
    EXPECT_FALSE(measured.value.has_value()) << name;
    EXPECT_FALSE(measured.note.empty()) << name;
    MetricInput nothing;
    EXPECT_EQ(FindMetric(name)->compute(nothing)->front().note, "no load run") << name;
  }
}

TEST(LatencyPercentiles, OfQueriesAndLateness) {
  const auto queries = Descending(200);
  const auto lateness = Descending(1000);
  PerformanceColumns run;
  run.query_latency_ns = queries;
  run.lateness_ns = lateness;
  EXPECT_EQ(Measure("query_latency_p99", run).value, 199'000);
  EXPECT_EQ(Measure("issue_lateness_p99", run).value, 991'000);
}

TEST(LatencyMeanAndMax, AreWhatTheySay) {
  const std::vector<std::int64_t> values{1, 2, 9};
  PerformanceColumns run;
  run.latency_ns = values;
  EXPECT_EQ(Measure("latency_mean", run).value, 4);
  EXPECT_EQ(Measure("latency_max", run).value, 9);
  // A double can't hold the sum of these: their mean is exact all the same.
  const std::vector<std::int64_t> large(3, (std::int64_t{1} << 53) - 1);
  run.latency_ns = large;
  EXPECT_EQ(Measure("latency_mean", run).value, 9007199254740991.0);
}

}  // namespace
}  // namespace assay
