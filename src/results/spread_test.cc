// SPDX-License-Identifier: Apache-2.0
#include "results/spread.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "results/row_for_test.h"

namespace assay::results {
namespace {

using enum round::Scenario;
using enum round::ResultUnit;

// One system with Offline and Server rows, Offline `ratio` times Server.
const System& AddPair(RowSet& rows, double ratio) {
  const Row& offline = AddTestRow(rows, "v5.1", "llama2-70b-99", kOffline, 1000 * ratio, kTokensPerSecond);
  Row& server = AddTestRow(rows, "v5.1", "llama2-70b-99", kServer, 1000, kTokensPerSecond);
  server.system = offline.system;
  return *offline.system;
}

// Ratios 1, 1.1 … 2 of eleven systems: the median is 1.5, the 10th and 90th percentiles 1.1 and 1.9 by any definition
// that goes from the first to the last value in equal steps.
TEST(Spread, PlacesARatioAmongAllSystems) {
  RowSet rows;
  for (int i = 0; i <= 10; ++i) AddPair(rows, 1 + 0.1 * i);
  const auto spreads = SpreadOf(AllRows(rows), rows);
  ASSERT_EQ(spreads.size(), 11u);
  for (std::size_t i = 0; i < spreads.size(); ++i) {
    ASSERT_EQ(spreads[i].ratios.size(), 1u);
    const SpreadRatio& ratio = spreads[i].ratios[0];
    EXPECT_EQ(ratio.over, kOffline);
    EXPECT_EQ(ratio.under, kServer);
    EXPECT_NEAR(ratio.ratio, 1 + 0.1 * static_cast<double>(i), 1e-12);
    EXPECT_EQ(ratio.below, i);
    EXPECT_EQ(ratio.among, 11u);
    EXPECT_NEAR(ratio.low, 1.1, 1e-12);
    EXPECT_NEAR(ratio.median, 1.5, 1e-12);
    EXPECT_NEAR(ratio.high, 1.9, 1e-12);
  }
  EXPECT_EQ(spreads[0].missing, (std::vector<std::string>{"Interactive: no row", "SingleStream: no row"}));
}

// 2.5 ms for one sample at a time is 400 samples a second; 1200 queries a second are three times that.
TEST(Spread, ALatencyOfOneSampleIsARate) {
  RowSet rows;
  const Row& offline = AddTestRow(rows, "v4.1", "resnet", kOffline, 2400, kSamplesPerSecond);
  AddTestRow(rows, "v4.1", "resnet", kServer, 1200, kQueriesPerSecond).system = offline.system;
  AddTestRow(rows, "v4.1", "resnet", kSingleStream, 2.5, kLatencyMs).system = offline.system;
  AddTestRow(rows, "v4.1", "resnet", kMultiStream, 9, kLatencyMs).system = offline.system;
  const auto spreads = SpreadOf(AllRows(rows), rows);
  ASSERT_EQ(spreads.size(), 1u);
  const auto ratio = [&](round::Scenario over, round::Scenario under) {
    for (const SpreadRatio& each : spreads[0].ratios) {
      if (each.over == over && each.under == under) return each.ratio;
    }
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(ratio(kOffline, kServer), 2);
  EXPECT_DOUBLE_EQ(ratio(kServer, kSingleStream), 3);
  EXPECT_DOUBLE_EQ(ratio(kOffline, kSingleStream), 6);
}

TEST(Spread, TokensAndSamplesDoNotDivide) {
  RowSet rows;
  const Row& offline = AddTestRow(rows, "v5.1", "llama3.1-8b-edge", kOffline, 1652, kTokensPerSecond);
  AddTestRow(rows, "v5.1", "llama3.1-8b-edge", kSingleStream, 3545, kLatencyMs).system = offline.system;
  const auto spreads = SpreadOf(AllRows(rows), rows);
  ASSERT_EQ(spreads.size(), 1u);
  EXPECT_TRUE(spreads[0].ratios.empty());
}

// An inferred row is another scenario's number over again, and a contradicted unit is no number at all.
TEST(Spread, WhatIsNoMeasurementIsMissingWithItsReason) {
  RowSet rows;
  const System& system = AddPair(rows, 2);
  Row& interactive = AddTestRow(rows, "v5.1", "llama2-70b-99", kInteractive, 500, kQueriesPerSecond);
  interactive.system = &system;
  interactive.unit_state = UnitState::kContradicts;
  Row& single = AddTestRow(rows, "v5.1", "llama2-70b-99", kSingleStream, 5, kLatencyMs);
  single.system = &system;
  single.inferred = true;
  const auto spreads = SpreadOf(AllRows(rows), rows);
  ASSERT_EQ(spreads.size(), 1u);
  EXPECT_EQ(spreads[0].ratios.size(), 1u);
  ASSERT_EQ(spreads[0].missing.size(), 2u);
  EXPECT_EQ(spreads[0].missing[0], "Interactive: the unit as published, Queries/s, contradicts the benchmark");
  EXPECT_EQ(spreads[0].missing[1], "SingleStream: inferred from another scenario's run, not measured");
}

TEST(Spread, OpenSystemsAreShownAndNotCounted) {
  RowSet rows;
  AddPair(rows, 2);
  SystemOf(*AllRows(rows)[0]).division = Division::kOpen;
  AddPair(rows, 1);
  const auto spreads = SpreadOf(AllRows(rows), rows);
  ASSERT_EQ(spreads.size(), 2u);
  EXPECT_EQ(spreads[0].ratios[0].among, 1u);
  EXPECT_EQ(spreads[0].ratios[0].below, 1u);
}

}  // namespace
}  // namespace assay::results
