// SPDX-License-Identifier: Apache-2.0
#include "results/movement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "results/plain_text.h"
#include "results/row_for_test.h"

namespace assay::results {
namespace {

using enum round::Scenario;
using enum round::ResultUnit;

TEST(Movement, AStepAcrossABreakHasNoRatio) {
  RowSet rows;
  AddTestRow(rows, "v4.0", "resnet", kServer, 100, kQueriesPerSecond);
  AddTestRow(rows, "v4.1", "resnet", kServer, 97, kQueriesPerSecond);
  const auto lines = MovementOf(AllRows(rows));
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0].steps.size(), 2u);
  EXPECT_FALSE(lines[0].steps[1].ratio.has_value());
  EXPECT_TRUE(lines[0].steps[1].break_reason.starts_with("not comparable: metric definition changed"));
}

// The best latency is the lowest, and half of it is better by two.
TEST(Movement, LowerIsBetterForALatency) {
  RowSet rows;
  AddTestRow(rows, "v2.1", "resnet", kSingleStream, 2, kLatencyMs);
  AddTestRow(rows, "v2.1", "resnet", kSingleStream, 3, kLatencyMs);
  AddTestRow(rows, "v3.0", "resnet", kSingleStream, 1, kLatencyMs);
  const auto lines = MovementOf(AllRows(rows));
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0].steps.size(), 2u);
  EXPECT_EQ(lines[0].steps[0].best->value, 2);
  ASSERT_TRUE(lines[0].steps[1].ratio.has_value());
  EXPECT_DOUBLE_EQ(*lines[0].steps[1].ratio, 2);
}

// Nine times the accelerators and another precision stand beside the factor of nine.
TEST(Movement, WhatElseChangedIsListed) {
  RowSet rows;
  AddTestRow(rows, "v5.1", "llama2-70b-99", kOffline, 100, kTokensPerSecond);
  Row& row = AddTestRow(rows, "v6.0", "llama2-70b-99", kOffline, 900, kTokensPerSecond);
  SystemOf(row).accelerators.total = 72;
  SystemOf(row).framework = "TensorRT 10.14";
  row.weights = ParsePrecision("fp4");
  const auto lines = MovementOf(AllRows(rows));
  ASSERT_EQ(lines.size(), 1u);
  const MovementStep& step = lines[0].steps.at(1);
  EXPECT_DOUBLE_EQ(step.ratio.value_or(0), 9);
  std::map<std::string_view, std::string> changed;
  for (const Difference& difference : step.changed) changed[difference.axis] = difference.a + " " + difference.b;
  EXPECT_EQ(changed["accelerators"], "8x Chip-A 72x Chip-A");
  EXPECT_EQ(changed["precision"], "fp8 fp4");
  EXPECT_EQ(changed["software"], "TensorRT 10.8 TensorRT 10.14");
}

TEST(Movement, RoundsThatAreNotHeldAreNamed) {
  RowSet rows;
  AddTestRow(rows, "v4.1", "llama2-70b-99", kOffline, 100, kTokensPerSecond);
  AddTestRow(rows, "v5.1", "llama2-70b-99", kOffline, 200, kTokensPerSecond);
  const auto lines = MovementOf(AllRows(rows));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].steps.at(1).rounds_between, std::vector<std::string_view>{"v5.0"});
}

TEST(Movement, UnitsCategoriesAndOtherModelsAreLinesOfTheirOwn) {
  RowSet rows;
  AddTestRow(rows, "v5.1", "whisper", kOffline, 100, kTokensPerSecond);
  AddTestRow(rows, "v5.1", "whisper", kOffline, 50, kSamplesPerSecond);
  SystemOf(AddTestRow(rows, "v5.1", "whisper", kOffline, 70, kSamplesPerSecond)).edge = true;
  Row& open = AddTestRow(rows, "v5.1", "whisper", kOffline, 900, kSamplesPerSecond);
  open.other_model = true;
  open.model_stated = "whisper-tiny";
  AddTestRow(rows, "v5.1", "whisper", kOffline, 1e9, kSamplesPerSecond).unit_state = UnitState::kContradicts;
  AddTestRow(rows, "v5.1", "whisper", kOffline, 1e9, kSamplesPerSecond).valid = false;
  const auto lines = MovementOf(AllRows(rows));
  std::map<std::string, double> best;
  for (const Movement& line : lines) {
    best[line.benchmark + " " + std::string(round::TextOf(line.unit)) + " " +
         std::string(round::NameOf(line.category.value()))] = line.steps.at(0).best->value;
  }
  const std::map<std::string, double> expected = {{"whisper Tokens/s datacenter", 100},
                                                  {"whisper Samples/s datacenter", 70},
                                                  {"whisper Samples/s edge", 70},
                                                  {"whisper (ran whisper-tiny) Samples/s datacenter", 900}};
  EXPECT_EQ(best, expected);
}

struct OracleLine {
  std::string benchmark;  // as its round's rules write it
  std::string scenario, category, unit, round;
  auto operator<=>(const OracleLine&) const = default;
};

std::string Text(const OracleLine& line) {
  return line.benchmark + " " + line.scenario + " " + line.category + " " + line.unit + " " + line.round;
}

// tests/golden/results/movement_best_closed_available.csv: best value of the closed and available rows per model,
// scenario, category, unit and round, made by another program from the same public trees; a system in both categories
// counts in both. It keeps the spellings of the trees, so two spellings of one benchmark are two lines there and one here.
std::map<OracleLine, double> Oracle() {
  std::map<OracleLine, double> oracle;
  std::ifstream file(std::string(ASSAY_GOLDEN_DIR) + "/results/movement_best_closed_available.csv");
  std::string line;
  std::getline(file, line);
  std::size_t lines = 0;
  while (std::getline(file, line)) {
    ++lines;
    std::stringstream cells(line);
    std::string model, scenario, category, unit, round, value;
    for (std::string* cell : {&model, &scenario, &category, &unit, &round, &value}) std::getline(cells, *cell, ',');
    const std::string_view name = round::CanonicalBenchmark(*round::FindRound(round), model);
    const double best = std::stod(value);
    const bool low = unit.starts_with("Latency");
    const auto [entry, is_new] =
        oracle.try_emplace({name.empty() ? model : std::string(name), scenario, category, unit, round}, best);
    if (!is_new) entry->second = low ? std::min(entry->second, best) : std::max(entry->second, best);
  }
  EXPECT_EQ(lines, 385u);
  return oracle;
}

TEST(Movement, EqualsTheOtherProgram) {
  // Rows whose unit as published contradicts what their round's rules count are in no line. The other program put the
  // rules' unit in the place of the published one for v5.1, and took the published one for v6.0.
  const std::map<std::string, std::string> explained = {
      {"llama3.1-8b Interactive datacenter Tokens/s v5.1", "missing"},  // all 8 rows are published in queries/s
      {"whisper Offline datacenter Tokens/s v5.1", "missing"},          // published in samples/s
      {"whisper Offline edge Tokens/s v5.1", "missing"},
      {"whisper Offline datacenter Samples/s v6.0", "missing"},
      {"whisper Offline edge Samples/s v6.0", "missing"},
  };
  const RowSet rows = LoadHeldRounds();
  std::vector<const Row*> chosen;
  for (const Row& row : rows.rows()) {
    // v0.7 says "on-premise" of 22 rows, which is available too; the other program took the word "available" alone.
    if (row.system->division == Division::kClosed && SameIgnoringCase(row.system->availability_stated, "available")) {
      chosen.push_back(&row);
    }
  }
  std::map<OracleLine, double> found;
  for (const Movement& line : MovementOf(chosen)) {
    for (const MovementStep& step : line.steps) {
      found[{line.benchmark, std::string(round::NameOf(line.scenario)),
             line.category ? std::string(round::NameOf(*line.category)) : "none",
             std::string(round::TextOf(line.unit)), std::string(step.round)}] = step.best->value;
    }
  }
  const std::map<OracleLine, double> oracle = Oracle();
  std::map<std::string, std::string> differences;
  for (const auto& [line, value] : oracle) {
    const auto here = found.find(line);
    if (here == found.end()) differences[Text(line)] = "missing";
    else if (std::abs(here->second - value) > 1e-9 * value) differences[Text(line)] = std::to_string(here->second);
  }
  for (const auto& [line, value] : found) {
    if (!oracle.contains(line)) differences[Text(line)] = "new";
  }
  EXPECT_EQ(differences, explained);
}

}  // namespace
}  // namespace assay::results
