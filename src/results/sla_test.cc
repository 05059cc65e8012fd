// SPDX-License-Identifier: Apache-2.0
#include "results/sla.h"

#include <gtest/gtest.h>

#include "results/row_for_test.h"

namespace assay::results {
namespace {

using enum round::Scenario;
using enum round::ResultUnit;

constexpr std::int64_t kMs = 1'000'000;

Row RowOf(std::string_view round, std::string_view benchmark, round::Scenario scenario) {
  static RowSet rows;
  return AddTestRow(rows, round, benchmark, scenario, 1000, kTokensPerSecond);
}

// A chat's need. Limits of the rows: constants of the submission checker at v5.1, token_latency p99:
// llama2-70b Server 2000/200 ms, Interactive 450/40 ms; llama3.1-8b Interactive 500/30 ms.
TEST(Sla, ServerOfLlama2DoesNotShowAChatsNeed) {
  const NeededSla chat{.ttft_ns = 500 * kMs, .tpot_ns = 50 * kMs};
  const SlaReading server = ReadSla(RowOf("v5.1", "llama2-70b-99", kServer), chat);
  EXPECT_EQ(server.state, SlaState::kLooser);
  EXPECT_TRUE(server.by_rule);
  EXPECT_EQ(server.theirs, "TTFT p99 ≤ 2000 ms, TPOT p99 ≤ 200 ms");
  const SlaReading interactive = ReadSla(RowOf("v5.1", "llama2-70b-99", kInteractive), chat);
  EXPECT_EQ(interactive.state, SlaState::kStricter);
  EXPECT_EQ(interactive.theirs, "TTFT p99 ≤ 450 ms, TPOT p99 ≤ 40 ms");
  const SlaReading small = ReadSla(RowOf("v5.1", "llama3.1-8b", kInteractive), chat);
  EXPECT_EQ(small.state, SlaState::kStricter);  // 500 = 500, 30 < 50
  EXPECT_EQ(small.theirs, "TTFT p99 ≤ 500 ms, TPOT p99 ≤ 30 ms");
}

TEST(Sla, BothTokenBoundsMustHold) {
  const Row row = RowOf("v5.1", "llama2-70b-99", kInteractive);
  EXPECT_EQ(ReadSla(row, {.ttft_ns = 450 * kMs, .tpot_ns = 40 * kMs}).state, SlaState::kMatch);
  EXPECT_EQ(ReadSla(row, {.ttft_ns = 450 * kMs, .tpot_ns = 39 * kMs}).state, SlaState::kLooser);
  EXPECT_EQ(ReadSla(row, {.ttft_ns = 449 * kMs, .tpot_ns = 40 * kMs}).state, SlaState::kLooser);
  EXPECT_EQ(ReadSla(row, {.ttft_ns = 450 * kMs}).state, SlaState::kMatch);
}

// The measured latencies of a row are measurements; only its bound was held on purpose.
TEST(Sla, MeasuredLatenciesAreNoBound) {
  Row row = RowOf("v5.1", "llama2-70b-99", kServer);
  row.ttft_p99_ns = 100 * kMs;
  row.tpot_p99_ns = 10 * kMs;
  row.target_latency_ns = 0;  // how LoadGen writes that the whole latency isn't bound
  EXPECT_EQ(ReadSla(row, {.ttft_ns = 500 * kMs, .tpot_ns = 50 * kMs}).state, SlaState::kLooser);
  EXPECT_EQ(ReadSla(row, {.percentile = 0.99, .latency_ns = 30'000 * kMs}).state, SlaState::kNoBound);
}

// Server of resnet: 15 ms at the 99th percentile, by the rules and as rows state it.
TEST(Sla, LatencyAtItsPercentile) {
  Row row = RowOf("v4.1", "resnet", kServer);
  const auto state = [&](double percentile, std::int64_t ns) {
    return ReadSla(row, {.percentile = percentile, .latency_ns = ns}).state;
  };
  for (const bool stated : {false, true}) {
    if (stated) row.target_latency_ns = 15 * kMs;
    EXPECT_EQ(ReadSla(row, {}).by_rule, !stated);
    EXPECT_EQ(ReadSla(row, {}).theirs, "p99 ≤ 15 ms");
    EXPECT_EQ(state(0.99, 15 * kMs), SlaState::kMatch);
    EXPECT_EQ(state(0.99, 20 * kMs), SlaState::kStricter);
    EXPECT_EQ(state(0.99, 14 * kMs), SlaState::kLooser);
    EXPECT_EQ(state(0.95, 15 * kMs), SlaState::kStricter);
    EXPECT_EQ(state(0.999, 15 * kMs), SlaState::kOtherPercentile);
    EXPECT_EQ(state(0.999, 40 * kMs), SlaState::kOtherPercentile);
    EXPECT_EQ(state(0.999, 10 * kMs), SlaState::kLooser);
    EXPECT_EQ(state(0.90, 10 * kMs), SlaState::kOtherPercentile);
  }
  row.target_latency_ns = 10 * kMs;  // stricter than the rules ask: the row's own counts
  EXPECT_EQ(state(0.99, 10 * kMs), SlaState::kMatch);
  EXPECT_EQ(ReadSla(row, {}).state, SlaState::kNotAsked);
}

TEST(Sla, ScenariosThatBindNoLatency) {
  const NeededSla needed{.percentile = 0.99, .latency_ns = 15 * kMs};
  for (const round::Scenario scenario : {kOffline, kSingleStream, kMultiStream}) {
    const SlaReading reading = ReadSla(RowOf("v4.1", "resnet", scenario), needed);
    EXPECT_EQ(reading.state, SlaState::kNoBound) << round::NameOf(scenario);
    EXPECT_NE(reading.words.find("doesn't show p99 ≤ 15 ms"), std::string::npos) << reading.words;
  }
  EXPECT_NE(ReadSla(RowOf("v4.1", "resnet", kSingleStream), {}).theirs.find("p90"), std::string::npos);
  EXPECT_NE(ReadSla(RowOf("v4.1", "resnet", kMultiStream), {}).theirs.find("p99"), std::string::npos);
  // Their number is a latency: 7.6 ms at the 90th shows 10 ms there, not at the 99th, and not 5 ms.
  Row row = RowOf("v5.1", "resnet", kSingleStream);
  row.unit = round::ResultUnit::kLatencyMs;
  row.value = 7.6;
  EXPECT_EQ(ReadSla(row, {.percentile = 0.90, .latency_ns = 10 * kMs}).state, SlaState::kStricter);
  EXPECT_EQ(ReadSla(row, {.percentile = 0.90, .latency_ns = 10 * kMs}).words,
            "its number is the p90 latency, 7.6 ms, stricter than p90 ≤ 10 ms: shows it under that load");
  EXPECT_EQ(ReadSla(row, {.percentile = 0.99, .latency_ns = 10 * kMs}).state, SlaState::kOtherPercentile);
  EXPECT_EQ(ReadSla(row, {.percentile = 0.90, .latency_ns = 5 * kMs}).state, SlaState::kLooser);
  EXPECT_EQ(ReadSla(row, {.ttft_ns = 10 * kMs}).state, SlaState::kNoBound);
  // Up to v1.1 MultiStream held a bound: 50 ms for resnet (checker constants of v1.0).
  EXPECT_EQ(ReadSla(RowOf("v1.0", "resnet", kMultiStream), {.percentile = 0.99, .latency_ns = 50 * kMs}).state,
            SlaState::kMatch);
}

TEST(Sla, UnknownStaysUnknown) {
  const NeededSla needed{.percentile = 0.99, .latency_ns = 15 * kMs};
  EXPECT_EQ(ReadSla(RowOf("v9.9", "resnet", kServer), needed).state, SlaState::kNotKnown);
  EXPECT_EQ(ReadSla(RowOf("v5.1", "", kServer), needed).state, SlaState::kNotKnown);
}

}  // namespace
}  // namespace assay::results
