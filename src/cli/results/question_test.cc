// SPDX-License-Identifier: Apache-2.0
#include "cli/results/question.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

constexpr std::int64_t kMs = 1'000'000;

TEST(ParseSla, BoundsAtTheirPercentiles) {
  auto sla = ParseSla("p99<=130ms");
  ASSERT_TRUE(sla.has_value());
  EXPECT_EQ(sla->latency_ns, 130 * kMs);
  EXPECT_EQ(sla->percentile, 0.99);
  EXPECT_FALSE(sla->ttft_ns.has_value());
  sla = ParseSla("ttft_p99<=500ms, tpot_p95 ≤ 50 ms");
  ASSERT_TRUE(sla.has_value());
  EXPECT_EQ(sla->ttft_ns, 500 * kMs);
  EXPECT_EQ(sla->ttft_percentile, 0.99);
  EXPECT_EQ(sla->tpot_ns, 50 * kMs);
  EXPECT_EQ(sla->tpot_percentile, 0.95);
  EXPECT_FALSE(sla->latency_ns.has_value());
  for (const char* text : {"p99.9<=2s", "p999<=2s", "latency_p99.9<=2000ms"}) {
    sla = ParseSla(text);
    ASSERT_TRUE(sla.has_value()) << text;
    EXPECT_EQ(sla->latency_ns, 2000 * kMs) << text;
    EXPECT_NEAR(sla->percentile.value_or(0), 0.999, 1e-12) << text;
  }
  EXPECT_EQ(ParseSla("ttft<=1s")->ttft_percentile, 0.99);
}

TEST(ParseSla, RefusesWhatIsNoBound) {
  for (const char* text : {"", ",", "p99", "p99<5ms", "p99<=5", "p99<=-5ms", "p99<=0ms", "p0<=5ms", "p100<=5ms", "q99<=5ms",
                           "p99<=5ms,", "p99<=5ms,p95<=2ms", "ttft_<=5ms,ttft<=5ms", "ttft_p<=5ms", "p99<=5 parsecs"}) {
    const auto sla = ParseSla(text);
    ASSERT_FALSE(sla.has_value()) << text;
    EXPECT_EQ(sla.error().code, ErrorCode::kUsage) << text;
  }
}

TEST(ParseRate, WithAndWithoutAUnit) {
  struct Case {
    const char* text;
    double per_second;
    std::optional<round::ResultUnit> unit;
  };
  const Case cases[] = {
      {"400/s", 400, std::nullopt},
      {"24000/min", 400, std::nullopt},
      {"1e3/s", 1000, std::nullopt},
      {"5000tokens/s", 5000, round::ResultUnit::kTokensPerSecond},
      {"5000 tokens/s", 5000, round::ResultUnit::kTokensPerSecond},
      {"60 queries/min", 1, round::ResultUnit::kQueriesPerSecond},
      {"7samples/s", 7, round::ResultUnit::kSamplesPerSecond},
  };
  for (const Case& c : cases) {
    const auto rate = ParseRate(c.text);
    ASSERT_TRUE(rate.has_value()) << c.text;
    EXPECT_DOUBLE_EQ(rate->per_second, c.per_second) << c.text;
    EXPECT_EQ(rate->unit, c.unit) << c.text;
  }
  for (const char* text : {"", "400", "/s", "-4/s", "0/s", "400ms", "400 watts", "nan/s", "1e999/s", "400//s"}) {
    EXPECT_FALSE(ParseRate(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace assay::cli
