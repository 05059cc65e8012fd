// SPDX-License-Identifier: Apache-2.0
// Right values: the constants of the official checker as tests/golden/round/benchmarks.json holds them, and the
// public tables' own spellings. That every value of rounds/*.toml agrees with that file is tests/round's business.
#include "round/round.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::round {
namespace {

std::vector<std::string> Named(std::string_view round, std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view name : BenchmarksNamed(*FindRound(round), text)) names.emplace_back(name);
  return names;
}

using Names = std::vector<std::string>;

TEST(Rounds, AreAllThereOldestFirst) {
  Names names;
  for (const Round& round : AllRounds()) names.emplace_back(round.name);
  EXPECT_EQ(names, (Names{"v0.5", "v0.7", "v1.0", "v1.1", "v2.0", "v2.1", "v3.0", "v3.1", "v4.0", "v4.1", "v5.0", "v5.1",
                          "v6.0", "v6.1"}));
  for (std::size_t i = 1; i < names.size(); ++i) EXPECT_EQ(CompareRounds(names[i - 1], names[i]), -1) << names[i];
}

TEST(Rounds, AreFoundInAnySpelling) {
  for (const std::string_view name : {"v5.1", "5.1", "V5.1"}) {
    ASSERT_NE(FindRound(name), nullptr) << name;
    EXPECT_EQ(FindRound(name)->name, "v5.1");
  }
  for (const std::string_view name : {"v9.9", "", "v", "5", "5.", ".1", "5.1.0", "5.x", "-5.1", "v5.-1", "5,1"}) {
    EXPECT_EQ(FindRound(name), nullptr) << name;
  }
}

TEST(Rounds, CompareByAgeAndUnknownOnesAreNewest) {
  EXPECT_EQ(CompareRounds("v0.7", "5.0"), -1);
  EXPECT_EQ(CompareRounds("v5.1", "V5.1"), 0);
  EXPECT_EQ(CompareRounds("v6.1", "v4.0"), 1);
  EXPECT_EQ(CompareRounds("v0.1", "v6.1"), 1);
  EXPECT_EQ(CompareRounds("v6.1", "v7.0"), -1);
  EXPECT_EQ(CompareRounds("v7.0", "v10.0"), -1);
  EXPECT_EQ(CompareRounds("x", "x"), 0);
}

TEST(Rounds, HoldWhatTheRulesFix) {
  const Round& round = *FindRound("v5.1");
  EXPECT_EQ(round.published, "2025-09-09");
  EXPECT_EQ(round.sample_index_seed, 14771362308971278857u);  // above 2^63
  EXPECT_EQ(round.min_duration_ms, 600000u);
  const Benchmark* const llama = round.Find("llama2-70b-99.9");
  ASSERT_NE(llama, nullptr);
  EXPECT_EQ(llama->performance_sample_count, 24576u);
  EXPECT_EQ(llama->where.substr(0, 17), "rounds/v5.1.toml:");
  ASSERT_EQ(llama->gates.size(), 4u);
  EXPECT_EQ(llama->gates[0].metric, "ROUGE1");
  EXPECT_DOUBLE_EQ(*llama->gates[0].target, 44.3867688);
  EXPECT_DOUBLE_EQ(*llama->gates[3].upper, 323.895);
  const ScenarioRule* const chat = llama->Find(Scenario::kInteractive);
  ASSERT_NE(chat, nullptr);
  EXPECT_EQ(chat->ttft_p99_ns, 450'000'000);
  EXPECT_EQ(chat->tpot_p99_ns, 40'000'000);
  EXPECT_TRUE(chat->optional_datacenter);
  EXPECT_FALSE(chat->required_datacenter);
  EXPECT_EQ(llama->Find(Scenario::kMultiStream), nullptr);
  EXPECT_EQ(round.Find("llama2-70b"), nullptr);
  ASSERT_TRUE(FindRound("v4.1")->test05_seeds.has_value());
  EXPECT_FALSE(round.test05_seeds.has_value());
}

TEST(Rounds, KeepTheCheckersValueAndNameTheOthers) {
  const Round& round = *FindRound("v6.0");
  EXPECT_EQ(round.Find("dlrm-v3")->Find(Scenario::kServer)->latency_bound_ns, 60'000'000'000);
  bool found = false;
  for (const Conflict& conflict : round.conflicts) {
    if (conflict.item != "dlrm-v3: Server latency bound") continue;
    found = true;
    EXPECT_EQ(conflict.rules, "80 ms");
  }
  EXPECT_TRUE(found);
}

struct UnitCase {
  std::string_view round, benchmark;
  Scenario scenario;
  ResultUnit unit;
};

// rules.md's traps (h) to (j) as public tables show them: what each number is counted in.
constexpr UnitCase kUnitCases[] = {
    {"v5.1", "llama2-70b-99", Scenario::kServer, ResultUnit::kTokensPerSecond},
    {"v4.0", "llama2-70b-99", Scenario::kServer, ResultUnit::kQueriesPerSecond},
    {"v4.0", "gptj-99", Scenario::kOffline, ResultUnit::kSamplesPerSecond},
    {"v4.1", "gptj-99", Scenario::kOffline, ResultUnit::kTokensPerSecond},
    {"v4.1", "mixtral-8x7b", Scenario::kServer, ResultUnit::kTokensPerSecond},
    {"v5.1", "resnet", Scenario::kServer, ResultUnit::kQueriesPerSecond},
    {"v5.1", "llama3.1-8b", Scenario::kInteractive, ResultUnit::kTokensPerSecond},
    {"v5.1", "whisper", Scenario::kOffline, ResultUnit::kTokensPerSecond},
    {"v1.0", "resnet", Scenario::kMultiStream, ResultUnit::kStreams},
    {"v2.0", "resnet", Scenario::kMultiStream, ResultUnit::kLatencyMs},
    {"v6.0", "wan-2.2-t2v-a14b", Scenario::kSingleStream, ResultUnit::kLatencyS},
    {"v6.0", "qwen3-vl-235b-a22b", Scenario::kServer, ResultUnit::kQueriesPerSecond},
};

TEST(Rounds, KnowWhatEachNumberIsCountedIn) {
  for (const UnitCase& each : kUnitCases) {
    const ScenarioRule* const rule = FindRound(each.round)->Find(each.benchmark)->Find(each.scenario);
    ASSERT_NE(rule, nullptr) << each.round << each.benchmark;
    EXPECT_EQ(rule->unit, each.unit) << each.round << " " << each.benchmark << " " << TextOf(rule->unit);
  }
  EXPECT_EQ(FindRound("v4.0")->Find("resnet")->Find(Scenario::kServer)->metric, "scheduled queries per second");
  EXPECT_EQ(FindRound("v4.1")->Find("resnet")->Find(Scenario::kServer)->metric, "completed queries per second");
  EXPECT_EQ(FindRound("v5.1")->Find("pointpainting")->Find(Scenario::kSingleStream)->percentile, 0.999);
  EXPECT_EQ(FindRound("v0.5")->Find("gnmt")->Find(Scenario::kServer)->percentile, 0.97);
}

TEST(BenchmarkNames, AreReadAsPeopleWriteThem) {
  const Names llama{"llama2-70b-99", "llama2-70b-99.9"};
  for (const std::string_view text : {"Llama 2 70B", "llama2-70b", "LLAMA2_70B", "Llama-2-70b-chat"}) {
    EXPECT_EQ(Named("v5.1", text), llama) << text;
  }
  EXPECT_EQ(Named("v5.1", "Llama 2 70B 99.9%"), Names{"llama2-70b-99.9"});
  EXPECT_EQ(Named("v5.1", "llama2-70b-99"), Names{"llama2-70b-99"});
  EXPECT_EQ(Named("v5.1", "Llama 2 70B Interactive"), llama);
  EXPECT_EQ(Named("v5.0", "Llama 2 70B Interactive"),
            (Names{"llama2-70b-interactive-99", "llama2-70b-interactive-99.9"}));
  EXPECT_EQ(Named("v5.1", "Llama 3.1 405B Interactive"), Names{"llama3.1-405b"});
  EXPECT_EQ(Named("v4.1", "BERT-Large"), (Names{"bert-99", "bert-99.9"}));
  EXPECT_EQ(Named("v4.1", "GPT-J"), (Names{"gptj-99", "gptj-99.9"}));
  EXPECT_EQ(Named("v5.1", "GPT-J"), Names{});
  EXPECT_EQ(Named("v4.1", "SDXL"), Names{"stable-diffusion-xl"});
  EXPECT_EQ(Named("v4.1", "Stable Diffusion XL"), Names{"stable-diffusion-xl"});
  EXPECT_EQ(Named("v3.0", "ResNet-50"), Names{"resnet"});
  EXPECT_EQ(Named("v3.0", "DLRM"), (Names{"dlrm-99", "dlrm-99.9"}));
  EXPECT_EQ(Named("v4.1", "DLRM"), (Names{"dlrm-v2-99", "dlrm-v2-99.9"}));
  EXPECT_EQ(Named("v6.0", "YOLOv11"), (Names{"yolo-95", "yolo-99"}));
  EXPECT_EQ(Named("v5.1", "3D U-Net"), (Names{"3d-unet-99", "3d-unet-99.9"}));
  EXPECT_EQ(Named("v5.1", ""), Names{});
  EXPECT_EQ(Named("v5.1", "nothing of the kind"), Names{});
}

TEST(BenchmarkNames, HaveOneCanonicalForm) {
  const auto canonical = [](std::string_view round, std::string_view text) {
    return CanonicalBenchmark(*FindRound(round), text);
  };
  EXPECT_EQ(canonical("v5.1", "resnet50"), "resnet");
  EXPECT_EQ(canonical("v5.1", "llama3_1-8b"), "llama3.1-8b");
  EXPECT_EQ(canonical("v5.1", "LLAMA3.1-8B"), "llama3.1-8b");
  EXPECT_EQ(canonical("v2.0", "ssd-resnet34"), "ssd-large");
  EXPECT_EQ(canonical("v2.1", "ssd-resnet34"), "retinanet");
  EXPECT_EQ(canonical("v0.5", "mobilenet"), "mobilenet");
  EXPECT_EQ(canonical("v0.7", "mobilenet"), "resnet");
  EXPECT_EQ(canonical("v5.1", "llama2-70b"), "");
  EXPECT_EQ(canonical("v6.1", "llama2-70b"), "llama2-70b-99.9");  // v6.1 has but one
  EXPECT_EQ(canonical("v5.1", "gnmt"), "");
  for (const Round& round : AllRounds()) {
    for (const Benchmark& benchmark : round.benchmarks) {
      EXPECT_EQ(CanonicalBenchmark(round, benchmark.name), benchmark.name) << round.name;
    }
    for (const Alias& alias : round.aliases) {
      EXPECT_EQ(CanonicalBenchmark(round, alias.spelling), alias.benchmark) << round.name << " " << alias.spelling;
    }
  }
}

TEST(BenchmarkNames, SplitIntoFamilyAndGate) {
  EXPECT_EQ(FamilyOf("llama2-70b-99.9"), "llama2-70b");
  EXPECT_EQ(FamilyOf("bert-99"), "bert");
  EXPECT_EQ(FamilyOf("yolo-95"), "yolo");
  EXPECT_EQ(FamilyOf("resnet"), "resnet");
  EXPECT_EQ(GateOf("llama2-70b-99.9"), 0.999);
  EXPECT_EQ(GateOf("bert-99"), 0.99);
  EXPECT_EQ(GateOf("resnet"), std::nullopt);
}

TEST(Words, OfScenariosAndUnitsAreReadBack) {
  for (const Scenario scenario : {Scenario::kSingleStream, Scenario::kMultiStream, Scenario::kServer,
                                  Scenario::kInteractive, Scenario::kOffline}) {
    EXPECT_EQ(ParseScenario(NameOf(scenario)), scenario);
  }
  EXPECT_EQ(ParseScenario("single stream"), Scenario::kSingleStream);
  EXPECT_EQ(ParseScenario("multi_stream"), Scenario::kMultiStream);
  EXPECT_EQ(ParseScenario("OFFLINE"), Scenario::kOffline);
  EXPECT_EQ(ParseScenario("stream"), std::nullopt);
  for (const ResultUnit unit : {ResultUnit::kSamplesPerSecond, ResultUnit::kQueriesPerSecond,
                                ResultUnit::kTokensPerSecond, ResultUnit::kLatencyMs, ResultUnit::kLatencyS,
                                ResultUnit::kStreams, ResultUnit::kWatts, ResultUnit::kMillijoules}) {
    EXPECT_EQ(ParseUnit(TextOf(unit)), unit);
  }
  EXPECT_EQ(ParseUnit("tok/s"), ResultUnit::kTokensPerSecond);
  EXPECT_EQ(ParseUnit("tokens per second"), ResultUnit::kTokensPerSecond);
  EXPECT_EQ(ParseUnit("QPS"), ResultUnit::kQueriesPerSecond);
  EXPECT_EQ(ParseUnit("images/sec"), ResultUnit::kSamplesPerSecond);
  EXPECT_EQ(ParseUnit("ms"), ResultUnit::kLatencyMs);
  EXPECT_EQ(ParseUnit("furlongs"), std::nullopt);
  EXPECT_EQ(ParseUnit(""), std::nullopt);
  EXPECT_TRUE(LowerIsBetter(ResultUnit::kLatencyMs));
  EXPECT_FALSE(LowerIsBetter(ResultUnit::kTokensPerSecond));
}

struct CompareCase {
  std::string_view benchmark;
  Scenario scenario;
  std::string_view a, b;
  bool yes;
  std::string_view because;  // part of the reason
};

// Breaks: MLCommons' compatibility table and notes; Server scheduled to completed at v4.1 (mlcommons/inference #1719).
constexpr CompareCase kCompareCases[] = {
    {"resnet", Scenario::kOffline, "v0.5", "v5.0", true, ""},
    {"resnet", Scenario::kServer, "v4.0", "v4.1", false, "metric definition changed"},
    {"bert-99", Scenario::kServer, "v4.1", "v3.0", false, "metric definition changed"},
    {"bert-99", Scenario::kOffline, "v4.1", "v3.0", true, ""},
    {"resnet", Scenario::kMultiStream, "v1.0", "v2.0", false, "streams"},
    {"resnet", Scenario::kMultiStream, "v2.0", "v3.0", true, ""},
    {"llama2-70b-99.9", Scenario::kServer, "v4.0", "v5.1", false, "tokens"},
    {"llama2-70b-99.9", Scenario::kServer, "v4.1", "v6.0", true, ""},
    {"gptj-99", Scenario::kOffline, "v4.0", "v4.1", false, "inferred"},
    {"3d-unet-99", Scenario::kOffline, "v1.1", "v2.0", false, "data set"},
    {"3d-unet-99", Scenario::kOffline, "v2.0", "v3.0", true, ""},
    {"mixtral-8x7b", Scenario::kOffline, "v4.1", "v5.0", false, "gate"},
    {"mixtral-8x7b", Scenario::kOffline, "v5.0", "v5.1", true, ""},
    {"dlrm-99", Scenario::kOffline, "v3.0", "v3.1", false, "no stretch"},
    {"yolo-99", Scenario::kOffline, "v6.0", "v6.1", false, "one round only"},
    {"yolo-99", Scenario::kOffline, "v6.0", "6.0", true, ""},
    {"resnet", Scenario::kOffline, "v5.0", "v9.9", false, "isn't known"},
};

TEST(Comparison, GoesNoFurtherThanTheBreaksAndTheTable) {
  for (const CompareCase& each : kCompareCases) {
    for (const auto& [a, b] : {std::pair{each.a, each.b}, std::pair{each.b, each.a}}) {
      const Comparable answer = MayCompare(each.benchmark, each.scenario, a, b);
      EXPECT_EQ(answer.yes, each.yes) << each.benchmark << " " << a << " " << b << ": " << answer.reason;
      EXPECT_NE(answer.reason.find(each.because), answer.reason.npos) << answer.reason;
      EXPECT_EQ(answer.yes, answer.reason.empty());
    }
  }
}

TEST(Comparison, ServerBreaksForEveryBenchmarkAtV41) {
  for (const Benchmark& benchmark : FindRound("v4.1")->benchmarks) {
    EXPECT_FALSE(MayCompare(benchmark.name, Scenario::kServer, "v4.0", "v4.1").yes) << benchmark.name;
  }
}

}  // namespace
}  // namespace assay::round
