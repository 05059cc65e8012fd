// SPDX-License-Identifier: Apache-2.0
// Right values: the rules of the rounds named (tests/golden/round/benchmarks.json) and the spec's own numbers.
#include "run/distance_sides.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay::run {
namespace {

struct Subject {
  results::System system;
  results::Row row;
  spec::Spec spec;

  Subject(std::string_view round, std::string_view benchmark, round::Scenario scenario) {
    system.round = round;
    system.accelerator = "NVIDIA H200";
    system.accelerators = {.total = 8, .source = results::AcceleratorCount::Source::kFields};
    system.framework = "TensorRT 10.8";
    row.system = &system;
    row.benchmark = benchmark;
    row.scenario = scenario;
  }

  fit::DistanceSides On(fit::Axis axis, OurSizes sizes = {}) const {
    const auto sides = DistanceSidesOf(row, spec, sizes);
    return *std::ranges::find(sides, axis, &fit::DistanceSides::axis);
  }
};

TEST(DistanceSides, NothingIsSaidOfWhatASpecDoesntSay) {
  const Subject subject("v5.1", "llama2-70b-99.9", round::Scenario::kServer);
  for (const auto& [axis, ours, theirs] : DistanceSidesOf(subject.row, subject.spec, {})) {
    if (axis == fit::Axis::kPipeline || axis == fit::Axis::kOutputSize) continue;  // of the task's kind, which has one
    EXPECT_TRUE(ours.words.empty()) << NameOf(axis) << ": " << ours.words;
    EXPECT_FALSE(ours.number.has_value()) << NameOf(axis);
  }
}

TEST(DistanceSides, BoundsAreThoseOfTheRowsRound) {
  const Subject tokens("v5.1", "llama2-70b-99.9", round::Scenario::kInteractive);
  EXPECT_EQ(tokens.On(fit::Axis::kSla).theirs.words, "TTFT p99 at most 450 ms, TPOT p99 at most 40 ms");
  EXPECT_FALSE(tokens.On(fit::Axis::kSla).theirs.number.has_value());
  const Subject whole("v4.1", "resnet", round::Scenario::kServer);
  EXPECT_EQ(whole.On(fit::Axis::kSla).theirs.number, 15);
  EXPECT_EQ(whole.On(fit::Axis::kSla).theirs.unit, "ms at p99");
  EXPECT_EQ(whole.On(fit::Axis::kSla).theirs.source.substr(0, 17), "rounds/v4.1.toml:");
  const Subject offline("v4.1", "resnet", round::Scenario::kOffline);
  EXPECT_EQ(offline.On(fit::Axis::kSla).theirs.words, "none");
}

TEST(DistanceSides, OurBoundIsThatOfTheSameScenario) {
  Subject subject("v4.1", "resnet", round::Scenario::kServer);
  spec::Traffic own{.name = "own", .scenario = spec::OwnTraffic{.arrival = "replay"}};
  own.latency = spec::LatencyBound{.percentile = 0.99, .at_most_ns = 25'000'000};
  spec::Traffic online{.name = "online", .scenario = spec::Server{}};
  online.latency = spec::LatencyBound{.percentile = 0.99, .at_most_ns = 10'000'000};
  subject.spec.traffic = {own, online};
  EXPECT_EQ(subject.On(fit::Axis::kSla).ours.number, 10);
  EXPECT_EQ(subject.On(fit::Axis::kTraffic).ours.words, "own arrivals: replay, Server");
  subject.spec.traffic = {own};
  EXPECT_EQ(subject.On(fit::Axis::kSla).ours.number, 25);
  subject.spec.serving.emplace().sla.percentile_ns["p99"] = 12'000'000;
  EXPECT_EQ(subject.On(fit::Axis::kSla).ours.number, 12);
}

TEST(DistanceSides, ClassBalanceIsTheLargestClass) {
  Subject subject("v5.1", "resnet", round::Scenario::kOffline);
  subject.spec.data.base_rate = spec::BaseRate{.value = 0.0146};
  const auto sides = subject.On(fit::Axis::kClassBalance);
  EXPECT_DOUBLE_EQ(*sides.ours.number, 0.9854);
  EXPECT_DOUBLE_EQ(*sides.theirs.number, 0.001);
  EXPECT_EQ(sides.ours.unit, sides.theirs.unit);
}

TEST(DistanceSides, QualityBarsMeetOnOneMetricOnly) {
  Subject subject("v5.1", "resnet", round::Scenario::kOffline);
  spec::Claim claim{.id = "a", .metric = "accuracy"};
  claim.bound = *spec::ParseBound(">= 0.75");
  subject.spec.scoring.primary = "accuracy";
  subject.spec.claims = {claim};
  auto sides = subject.On(fit::Axis::kQualityBar);
  EXPECT_EQ(sides.ours.unit, sides.theirs.unit);
  EXPECT_DOUBLE_EQ(*sides.ours.number, 0.75);
  EXPECT_NEAR(*sides.theirs.number, 0.756954, 1e-12);  // the checker counts 75.6954 %
  claim.metric = subject.spec.scoring.primary = "average_precision";
  claim.bound = *spec::ParseBound(">= 99% of fp32");
  subject.spec.claims = {claim};
  sides = subject.On(fit::Axis::kQualityBar);
  EXPECT_EQ(sides.theirs.number, 0.99);
  EXPECT_NE(sides.ours.unit, sides.theirs.unit);
}

TEST(DistanceSides, SizesComeFromTheReaderInTheBenchmarksUnit) {
  const Subject subject("v5.1", "llama2-70b-99.9", round::Scenario::kServer);
  const auto sides = subject.On(fit::Axis::kOutputSize, {.input = {}, .output = 900});
  EXPECT_EQ(sides.ours.number, 900);
  EXPECT_EQ(sides.ours.unit, "tokens");
  EXPECT_EQ(sides.theirs.number, 294.45);
}

TEST(DistanceSides, AnOpenRowsModelIsWhatWasRun) {
  Subject subject("v5.1", "llama2-70b-99.9", round::Scenario::kServer);
  EXPECT_EQ(subject.On(fit::Axis::kModel).theirs.words, "Llama 2 70B chat");
  subject.row.other_model = true;
  subject.row.model_stated = "llama3_1-70b-fp8_dyn";
  EXPECT_EQ(subject.On(fit::Axis::kModel).theirs.words, "llama3_1-70b-fp8_dyn (open division: another model)");
  EXPECT_EQ(subject.On(fit::Axis::kPrecision).theirs.words, "undisclosed");
  EXPECT_EQ(subject.On(fit::Axis::kHardware).theirs.words, "8x NVIDIA H200");
}

}  // namespace
}  // namespace assay::run
