// SPDX-License-Identifier: Apache-2.0
#include "citation/needs.h"

#include <gtest/gtest.h>

namespace assay::citation {
namespace {

TEST(ReadNeeds, AllKeys) {
  const auto needs = ReadNeeds(
      "scenario: interactive\nsla: {p99: 2s, ttft_p99: 500ms, tpot_p99.9: 50ms}\nrate: 400/s\nprecision: [fp8, fp16]\n"
      "hardware: 8x H200\nmodel: Llama 2 70B\ndata: our chats\ntraffic: bursts\n",
      "needs.yaml");
  ASSERT_TRUE(needs.has_value());
  EXPECT_TRUE(needs->given);
  EXPECT_EQ(needs->scenario, round::Scenario::kInteractive);
  EXPECT_EQ(needs->sla.percentile, 0.99);
  EXPECT_EQ(needs->sla.latency_ns, 2'000'000'000);
  EXPECT_EQ(needs->sla.ttft_ns, 500'000'000);
  EXPECT_EQ(needs->sla.ttft_percentile, 0.99);
  EXPECT_EQ(needs->sla.tpot_ns, 50'000'000);
  ASSERT_TRUE(needs->sla.tpot_percentile.has_value());
  EXPECT_DOUBLE_EQ(*needs->sla.tpot_percentile, 0.999);
  EXPECT_EQ(needs->rate_per_second, 400);
  EXPECT_EQ(needs->precision, (std::vector{results::NumericType::kFp16, results::NumericType::kFp8}));
  EXPECT_EQ(needs->hardware, "8x H200");
  EXPECT_EQ(needs->traffic, "bursts");
}

TEST(ReadNeeds, NothingGivenIsNothingNeeded) {
  const auto needs = ReadNeeds("{}", "needs.yaml");
  ASSERT_TRUE(needs.has_value());
  EXPECT_FALSE(needs->given);
  EXPECT_FALSE(needs->sla.latency_ns.has_value());
}

TEST(ReadNeeds, AllErrorsWithTheirPlace) {
  const auto needs = ReadNeeds("scenarioo: x\nsla: {p99: soon, q: 1s}\nrate: 0/s\nprecision: good\nmodel: [a]\n", "needs.yaml");
  ASSERT_FALSE(needs.has_value());
  std::vector<std::string> places;
  for (const Error& error : needs.error()) {
    places.push_back(std::to_string(error.where[0].line) + " " + error.where[0].path);
  }
  EXPECT_EQ(places, (std::vector<std::string>{"1 scenarioo", "2 sla.p99", "2 sla.q", "3 rate", "4 precision", "5 model"}));
}

TEST(ParseSla, OneBoundOrSeveral) {
  const auto one = ParseSla("p99<=130ms");
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ(one->latency_ns, 130'000'000);
  const auto two = ParseSla("TTFT p99 <= 450 ms, tpot p99 < 40ms");
  EXPECT_FALSE(two.has_value());  // a quantity has no blank, here as in a spec
  const auto both = ParseSla("TTFT p99 <= 450ms, tpot p99 < 40ms");
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->ttft_ns, 450'000'000);
  EXPECT_EQ(both->tpot_ns, 40'000'000);
  for (std::string_view text : {"", "p99", "130ms", "p99>=1ms", "p0<=1ms", "p100<=1ms", "p99<=0ms", "p99<=-1ms"}) {
    EXPECT_FALSE(ParseSla(text).has_value()) << text;
  }
}

TEST(NeedsOfSpec, TakesTrafficServingAndStack) {
  spec::Spec spec;
  EXPECT_FALSE(NeedsOfSpec(spec).given);
  spec::Traffic traffic;
  traffic.scenario = spec::Server{.target_qps = 250, .label = "Interactive"};
  traffic.latency = spec::LatencyBound{0.9, 10'000'000};
  spec.traffic.push_back(traffic);
  spec.serving.emplace();
  spec.serving->sla.percentile_ns = {{"p50", 5'000'000}, {"p99", 20'000'000}};
  spec.standard_stack = spec::StandardStack{.runtime = "vLLM", .version = "0.9", .precision = "fp8", .hardware = "8x H200",
                                            .batch = ""};
  const Needs needs = NeedsOfSpec(spec);
  EXPECT_TRUE(needs.given);
  EXPECT_EQ(needs.scenario, round::Scenario::kInteractive);
  EXPECT_EQ(needs.rate_per_second, 250);
  EXPECT_EQ(needs.sla.percentile, 0.99);
  EXPECT_EQ(needs.sla.latency_ns, 20'000'000);
  EXPECT_EQ(needs.precision, std::vector{results::NumericType::kFp8});
  EXPECT_EQ(needs.hardware, "8x H200");
  spec.traffic[0].scenario = spec::OwnTraffic{.arrival = "gamma", .rate_qps = 30, .parameters = {}};
  EXPECT_EQ(NeedsOfSpec(spec).traffic, "bursts");
  EXPECT_FALSE(NeedsOfSpec(spec).scenario.has_value());
}

}  // namespace
}  // namespace assay::citation
