// SPDX-License-Identifier: Apache-2.0
// The rounds that come with the program against counts made by another program, against the published table of v5.1,
// and against what is known to mislead in them.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/json_reader.h"
#include "results/category.h"
#include "results/plain_text.h"
#include "results/row_set.h"

namespace assay::results {
namespace {

std::string FileText(const std::string& name) {
  std::ifstream file(std::string(ASSAY_GOLDEN_DIR) + "/results/" + name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const RowSet& Held() {
  static const RowSet rows = LoadHeldRounds();
  return rows;
}

std::vector<const Row*> Of(std::string_view round) {
  std::vector<const Row*> rows;
  for (const Row& row : Held().rows()) {
    if (row.system->round == round) rows.push_back(&row);
  }
  return rows;
}

const Row& Only(std::string_view name) {
  const auto rows = Held().Named(name);
  EXPECT_EQ(rows.size(), 1u) << name;
  static const System no_system;
  static const Row none{.system = &no_system};
  return rows.empty() ? none : *rows.front();
}

template <class Test>
std::int64_t Count(const std::vector<const Row*>& rows, Test test) {
  return std::count_if(rows.begin(), rows.end(), [&](const Row* row) { return test(*row); });
}

TEST(HeldRounds, CountsEqualTheOtherProgram) {
  const auto document = base::ReadJson(FileText("round_counts.json"), "round_counts.json");
  ASSERT_TRUE(document.has_value());
  std::size_t rounds = 0, all = 0;
  for (const base::JsonValue& expected : document->Find("rounds")->items()) {
    const std::string round(*expected.Find("round")->AsString());
    const auto rows = Of(round);
    const auto is = [&](const char* key, std::int64_t found) {
      EXPECT_EQ(*expected.Find(key)->AsInt64(), found) << round << " " << key;
    };
    std::set<std::string_view> organisations, weights, accelerators;
    std::set<std::pair<std::string_view, std::string_view>> systems;
    for (const Row* row : rows) {
      organisations.insert(row->system->submitter);
      systems.insert({row->system->submitter, row->system->id});
      weights.insert(row->weights_stated);
      accelerators.insert(row->system->accelerator);
    }
    is("rows", static_cast<std::int64_t>(rows.size()));
    is("organisations", static_cast<std::int64_t>(organisations.size()));
    is("systems", static_cast<std::int64_t>(systems.size()));
    is("accelerator_spellings", static_cast<std::int64_t>(accelerators.size()));
    is("closed", Count(rows, [](const Row& row) { return row.system->division == Division::kClosed; }));
    is("open", Count(rows, [](const Row& row) { return row.system->division == Division::kOpen; }));
    is("network", Count(rows, [](const Row& row) { return row.system->division == Division::kNetwork; }));
    is("inferred", Count(rows, [](const Row& row) { return row.inferred == true; }));
    is("with_power", Count(rows, [](const Row& row) { return row.power_value.has_value(); }));
    is("preview", Count(rows, [](const Row& row) { return row.system->availability == Availability::kPreview; }));
    is("rdi", Count(rows, [](const Row& row) { return row.system->availability == Availability::kRdi; }));
    is("no_precision", Count(rows, [](const Row& row) { return row.weights_stated.empty(); }));
    is("no_accuracy", Count(rows, [](const Row& row) { return row.accuracy.empty(); }));
    ++rounds;
    all += rows.size();
  }
  EXPECT_EQ(rounds, HeldRounds().size());
  EXPECT_EQ(all, Held().rows().size());
  EXPECT_EQ(all, 25104u);
}

TEST(HeldRounds, EveryRowIsWhole) {
  std::set<std::string> names;
  std::set<std::pair<std::string_view, std::string>> places;
  for (const Row& row : Held().rows()) {
    EXPECT_TRUE(names.insert(RowName(row)).second) << RowName(row);
    EXPECT_TRUE(places.insert({row.system->round, LocationOf(row)}).second) << LocationOf(row);
    EXPECT_GT(row.value, 0) << RowName(row);
    EXPECT_EQ(Number(row.value_stated), row.value);
    EXPECT_NE(row.rules(), nullptr) << row.system->round;
    EXPECT_EQ(round::ParseScenario(row.scenario_stated), row.scenario);
    EXPECT_EQ(round::ParseUnit(row.unit_stated), row.unit);
    EXPECT_TRUE(row.source.starts_with("https://")) << RowName(row);
    // The one closed model that no benchmark of its round is called by, nor an alias.
    if (row.system->division == Division::kClosed && row.model_stated != "ssd-mobilenet-non-quantized") {
      EXPECT_FALSE(row.benchmark.empty()) << RowName(row) << " " << row.slot_stated;
      EXPECT_FALSE(row.other_model) << RowName(row);
    }
    ReadGates(row);
  }
}

// What was published as closed was reviewed: no accuracy that it states misses the round's gate.
TEST(HeldRounds, ClosedRowsMeetTheirGates) {
  std::map<std::string, std::size_t> missed;
  std::size_t met = 0;
  for (const Row& row : Held().rows()) {
    if (row.system->division == Division::kOpen) continue;
    const GateReading reading = ReadGates(row);
    if (reading.state == GateState::kMet) ++met;
    if (reading.state == GateState::kMissed) ++missed[std::string(row.system->round) + " " + std::string(row.benchmark) + ": " + reading.words];
  }
  EXPECT_GT(met, 8000u);
  for (const auto& [words, count] : missed) ADD_FAILURE() << count << " × " << words;
}

// location,new_value,new_units,published_value,published_units,published_inferred
TEST(HeldRounds, V51EqualsTheCheckerAndThePublishedTable) {
  std::map<std::string, const Row*> by_place;
  for (const Row* row : Of("v5.1")) by_place[LocationOf(*row)] = row;
  std::istringstream lines(FileText("v5.1_checker.csv"));
  std::size_t compared = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("closed/") && !line.starts_with("open/")) continue;
    std::vector<std::string> fields;
    std::istringstream cells(line + ",");
    for (std::string cell; std::getline(cells, cell, ',');) fields.push_back(cell);
    ASSERT_EQ(fields.size(), 6u) << line;
    const auto found = by_place.find(fields[0]);
    ASSERT_NE(found, by_place.end()) << fields[0];
    const Row& row = *found->second;
    if (!fields[1].empty()) {
      EXPECT_EQ(Number(fields[1]), row.value) << fields[0];
    }
    if (!fields[3].empty()) {
      EXPECT_EQ(Number(fields[3]), row.value) << fields[0];
    }
    if (!fields[4].empty()) {
      EXPECT_EQ(fields[4], row.unit_stated) << fields[0];
    }
    if (!fields[5].empty()) {
      EXPECT_EQ(fields[5] == "1", *row.inferred) << fields[0];
    }
    by_place.erase(found);
    ++compared;
  }
  EXPECT_EQ(compared, 1437u);
  // The twelve that the checker had no logs of: closed rgat entries, by submitter.
  std::vector<std::string_view> left;
  for (const auto& [place, row] : by_place) {
    EXPECT_EQ(row->benchmark, "rgat") << place;
    left.push_back(row->system->submitter);
  }
  EXPECT_EQ(left, (std::vector<std::string_view>{"Cisco", "GigaComputing", "Google", "Intel", "Intel_VMware",
                                                 "Intel_VMware", "Lenovo", "Lenovo", "NVIDIA", "Oracle",
                                                 "Quanta_Cloud_Technology", "Supermicro"}));
}

TEST(HeldRounds, TrapA_ZeroOrEmptyCountsArentAccelerators) {
  const auto rows = Of("v5.1");
  const auto none = [](const Row& row) { return row.system->accelerators_per_node.value_or(0) == 0; };
  EXPECT_EQ(Count(rows, none), 880);
  for (const Row* row : rows) {
    if (!none(*row)) continue;
    EXPECT_NE(row->system->accelerators.source, AcceleratorCount::Source::kFields) << RowName(*row);
  }
}

TEST(HeldRounds, TrapB_CountsInTheName) {
  std::map<std::string_view, const System*> by_id;
  for (const System& system : Held().systems()) by_id[system.id] = &system;
  EXPECT_EQ(by_id.at("32xMI300X_2xEPYC_9534_16xMI325X_2xEPYC_9655")->accelerators.total, 48);
  const System& odd = *by_id.at("87xMI355X_22xEPYC_9575F");
  EXPECT_EQ(odd.accelerators.total, 87);
  EXPECT_EQ(odd.total_accelerators, 88);  // 11 nodes of 8: what the fields give
  EXPECT_EQ(odd.accelerators.note, "name says 87, fields say 88");
}

TEST(HeldRounds, TrapD_TwinsOf99And999) {
  // Pairs with both gates, and those of them with one value: counted by hand over the published tables.
  const auto count = [](std::string_view round) {
    std::set<std::tuple<const System*, std::string, round::Scenario>> low, high;
    std::size_t pairs = 0, twins = 0;
    for (const Row* row : Of(round)) {
      const auto gate = round::GateOf(row->benchmark);
      const std::string family(round::FamilyOf(row->benchmark));
      if (gate == 0.999) high.insert({row->system, family, row->scenario});
    }
    for (const Row* row : Of(round)) {
      if (round::GateOf(row->benchmark) != 0.99) continue;
      if (high.contains({row->system, std::string(round::FamilyOf(row->benchmark)), row->scenario})) ++pairs;
      if (row->twin == nullptr) continue;
      ++twins;
      EXPECT_EQ(row->twin->twin, row);
      EXPECT_EQ(row->twin->value, row->value);
      EXPECT_EQ(round::GateOf(row->twin->benchmark), 0.999);
    }
    return std::pair(twins, pairs);
  };
  EXPECT_EQ(count("v5.1"), std::pair(std::size_t{95}, std::size_t{127}));
  EXPECT_EQ(count("v6.0"), std::pair(std::size_t{67}, std::size_t{80}));
}

TEST(HeldRounds, TrapE_ScenarioNamesInAnyCase) {
  const auto rows = Of("v5.1");
  EXPECT_EQ(Count(rows, [](const Row& row) { return row.scenario_stated == "offline"; }) +
                Count(rows, [](const Row& row) { return row.scenario_stated == "Offline"; }),
            Count(rows, [](const Row& row) { return row.scenario == round::Scenario::kOffline; }));
  EXPECT_GT(Count(rows, [](const Row& row) { return row.scenario_stated == "offline"; }), 0);
}

TEST(HeldRounds, TrapF_OneDirectoryNameUnderSeveralSubmitters) {
  std::set<std::string_view> submitters;
  for (const System& system : Held().systems()) {
    if (system.round == "v5.1" && system.id == "B200-SXM-180GBx8_TRT") submitters.insert(system.submitter);
  }
  EXPECT_EQ(submitters, (std::set<std::string_view>{"Google", "Lambda", "NVIDIA", "Nebius", "Oracle",
                                                    "University-of-Florida"}));
}

TEST(HeldRounds, TrapG_OneBenchmarkUnderSeveralNames) {
  const auto rows = Of("v5.1");
  EXPECT_EQ(Count(rows, [](const Row& row) { return row.model_stated == "llama3_1-405b"; }), 6);
  EXPECT_EQ(Count(rows, [](const Row& row) {
              return row.model_stated == "llama3_1-405b" && row.benchmark == "llama3.1-405b";
            }), 6);
  EXPECT_EQ(Count(Of("v0.5"), [](const Row& row) {
              return row.model_stated == "ssd-large" && row.benchmark.empty();
            }), 0);
}

TEST(HeldRounds, TrapH_UnitsAreThoseOfTheRoundExceptWhereTheTableErred) {
  std::map<std::pair<std::string, std::string>, std::size_t> contradicted;
  for (const Row& row : Held().rows()) {
    if (row.unit_state != UnitState::kContradicts || row.system->division != Division::kClosed) continue;
    ++contradicted[{std::string(row.system->round), std::string(row.benchmark) + " " +
                                                        std::string(NameOf(row.scenario)) + " " +
                                                        std::string(row.unit_stated)}];
  }
  // v5.1: known errors of the published table; v6.0: the checker that its table comes from labels whisper alike.
  const std::map<std::pair<std::string, std::string>, std::size_t> expected = {
      {{"v5.1", "llama3.1-8b Interactive Queries/s"}, 8},
      {{"v5.1", "whisper Offline Samples/s"}, 37},
      {{"v6.0", "whisper Offline Samples/s"}, 37}};
  EXPECT_EQ(contradicted, expected);
  for (const Row* row : Of("v5.1")) {
    if (row->benchmark == "whisper") {
      EXPECT_EQ(row->unit, round::ResultUnit::kSamplesPerSecond);  // as stated
    }
  }
  EXPECT_FALSE(round::MayCompare("llama2-70b-99", round::Scenario::kServer, "v4.0", "v4.1").yes);
}

TEST(HeldRounds, TrapI_MultiStreamOfTheFirstRoundsCountsStreams) {
  for (const Row& row : Held().rows()) {
    if (row.scenario != round::Scenario::kMultiStream) continue;
    const bool streams = round::CompareRounds(row.system->round, "v2.0") < 0;
    EXPECT_EQ(row.unit, streams ? round::ResultUnit::kStreams : round::ResultUnit::kLatencyMs) << RowName(row);
  }
}

TEST(HeldRounds, TrapJ_WhatServerCountsAndWhatEdgeLlamaMeasures) {
  EXPECT_FALSE(round::MayCompare("bert-99", round::Scenario::kServer, "v3.0", "v4.1").yes);
  for (const Row* row : Of("v4.1")) {
    if (round::FamilyOf(row->benchmark) == "gptj" && row->scenario == round::Scenario::kOffline) {
      EXPECT_EQ(row->unit, round::ResultUnit::kTokensPerSecond);
    }
  }
  for (const Row* row : Of("v5.1")) {
    if (row->benchmark == "llama3.1-8b-edge" && row->scenario == round::Scenario::kSingleStream) {
      EXPECT_EQ(row->unit, round::ResultUnit::kLatencyMs);
    }
  }
}

TEST(HeldRounds, TrapK_ADataSetThatChanged) {
  EXPECT_FALSE(round::MayCompare("3d-unet-99", round::Scenario::kOffline, "v1.1", "v2.0").yes);
}

TEST(HeldRounds, TrapL_EachFileNamesSourceLicenceAndDay) {
  for (const std::string_view round : HeldRounds()) {
    std::ifstream file(std::string(ASSAY_SOURCE_DIR) + "/rounds/results/" + std::string(round) + ".tsv");
    std::string head;
    for (std::string line; std::getline(file, line) && !line.starts_with("# systems");) head += line + "\n";
    EXPECT_NE(head.find("# source https://"), head.npos) << round;
    EXPECT_NE(head.find("# taken " + std::string(HeldDataDate())), head.npos) << round;
    EXPECT_NE(head.find(round == "v5.1" ? "# licence the source has no licence file; facts only"
                                        : "# licence Apache-2.0; facts only"), head.npos) << round;
  }
  EXPECT_EQ(HeldDataDate(), "2026-11-29");
}

TEST(HeldRounds, PartsCanBeLoadedAlone) {
  const std::string_view one[] = {"5.1"};
  EXPECT_EQ(LoadHeldRounds(one).rows().size(), 1449u);
  EXPECT_TRUE(IsHeld("v4.1"));
  EXPECT_FALSE(IsHeld("v4.0"));
  EXPECT_FALSE(IsHeld("v9.9"));
}

TEST(HeldRounds, RowsByName) {
  EXPECT_EQ(Held().Named("5.1-0001").size(), 8u);  // counted in the published table
  EXPECT_EQ(Held().Named("5.1-0001.llama2-70b-99").size(), 3u);
  EXPECT_EQ(Only("5.1-0001.LLAMA2-70B-99.server").value_stated, "24593.8");
  EXPECT_EQ(Only("v4.1/AMD/1xMI300X_2xEPYC-9374F/llama2-70b-99/Offline").system->submitter, "AMD");
  EXPECT_EQ(Held().Named("5.1-00").size(), 0u);
  EXPECT_EQ(Held().Named("").size(), 0u);
  EXPECT_EQ(Held().Named("/").size(), 0u);
  for (std::size_t i = 0; i < Held().rows().size(); i += 997) {
    const Row& row = Held().rows()[i];
    const auto found = Held().Named(RowName(row));
    ASSERT_EQ(found.size(), 1u) << RowName(row);
    EXPECT_EQ(found[0], &row);
  }
}

}  // namespace
}  // namespace assay::results
