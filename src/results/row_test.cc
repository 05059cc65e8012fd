// SPDX-License-Identifier: Apache-2.0
#include "results/row.h"

#include <gtest/gtest.h>

#include "results/accelerator_count.h"
#include "results/category.h"
#include "results/row_set.h"

namespace assay::results {
namespace {

struct CountCase {
  std::string_view name;
  std::optional<std::int64_t> per_node, nodes;
  std::optional<std::int64_t> total;
  AcceleratorCount::Source source;
  std::string_view note;
};

TEST(AcceleratorCount, FieldsAndNames) {
  using Source = AcceleratorCount::Source;
  const CountCase cases[] = {
      {"NVIDIA H100", 8, 2, 16, Source::kFields, ""},
      {"AMD Instinct MI355X 288GB HBM3e (x87)", 8, 11, 87, Source::kName, "name says 87, fields say 88"},
      {"AMD Instinct MI300X 192GB HBM3 (x32), AMD Instinct MI325X 256GB HBM3e (x16)", 8, 6, 48, Source::kName, ""},
      {"A (x8) and B (x8) and C (x8)", 8, 3, 24, Source::kName, ""},
      {"2 Nodes: NVIDIA A100-SXM-80GBx8, 4 Nodes: NVIDIA A30x4", {}, 6, 32, Source::kName, ""},
      {"1 Node: NVIDIA A100-SXM-80GBx8, 2 Nodes: NVIDIA A30x4", {}, 3, 16, Source::kName, ""},
      {"8x NVIDIA H100", {}, {}, 8, Source::kName, ""},
      {"MS-Intel Arc Pro B60 Dual 48G Turbo", 4, 1, 4, Source::kFields,
       "name says Dual: whether fields count cards or chips isn't stated"},
      {"NVIDIA A30 (4x1g.6gb MIG)", 8, 1, 8, Source::kFields,
       "whole accelerators; the result used slices of them, see the name"},
      {"N/A", 0, 2, 0, Source::kNone, ""},
      {"-", 0, 1, 0, Source::kNone, ""},
      {"", 0, 1, 0, Source::kNone, ""},
      {"N/A", {}, 1, {}, Source::kUnknown, ""},
      {"Tesla T4", 0, 1, {}, Source::kUnknown, "fields say 0, yet an accelerator is named"},
      {"ARM Mali G52MP8(8EE)", 1, 1, 1, Source::kFields, ""},
      {"SAPEON X220-compact", 1, 1, 1, Source::kFields, ""},
      {"Stratix10", 2, 1, 2, Source::kFields, ""},
      {"GPU (x99999999999999999999)", 1, 1, 1, Source::kFields, ""},
      {"GPU", std::numeric_limits<std::int64_t>::max(), 9, {}, Source::kUnknown, ""},
  };
  for (const CountCase& c : cases) {
    System system;
    system.accelerator = c.name;
    system.accelerators_per_node = c.per_node;
    system.nodes = c.nodes;
    const AcceleratorReading read = CountAccelerators(system);
    EXPECT_EQ(read.total, c.total) << c.name;
    EXPECT_EQ(read.source, c.source) << c.name;
    EXPECT_EQ(read.note, c.note) << c.name;
  }
}

TEST(Row, Words) {
  EXPECT_EQ(ParseAvailability("on-premise"), Availability::kAvailable);
  EXPECT_EQ(ParseAvailability("Research, Development, or Internal"), Availability::kRdi);
  EXPECT_EQ(ParseAvailability("RDI"), Availability::kRdi);
  EXPECT_EQ(ParseAvailability("Preview"), Availability::kPreview);
  EXPECT_EQ(ParseAvailability(""), std::nullopt);
  EXPECT_EQ(ParseDivision("Open"), Division::kOpen);
  EXPECT_EQ(ParseDivision("closd"), std::nullopt);
  System system;
  EXPECT_TRUE(SetCategory("edge,datacenter", system));
  EXPECT_EQ(CategoryText(system), "datacenter and edge");
  EXPECT_FALSE(SetCategory("edge,moon", system));
  EXPECT_EQ(CategoryText(system), "not stated");
}

TEST(Row, AccuracyText) {
  Row row;
  row.accuracy = "ROUGE1: 44.4532  ROUGE2: 22.0365";
  const auto values = AccuracyOf(row);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0].metric, "ROUGE1");
  EXPECT_EQ(values[1].value, 22.0365);
  for (const std::string_view strange : {":", "::::", "a:b:c", "acc: nan", "acc:", ": 4", "acc: inf", "\xff: \xff"}) {
    row.accuracy = strange;
    EXPECT_TRUE(AccuracyOf(row).empty()) << strange;
  }
}

Row GateRow(const System& system, std::string_view benchmark, std::string_view accuracy) {
  Row row;
  row.system = &system;
  row.benchmark = benchmark;
  row.accuracy = accuracy;
  return row;
}

// Gates of v5.1 llama2-70b-99.9: ROUGE1 44.4312·0.999 = 44.3868, ROUGE2 22.0132, ROUGEL 28.5876, tokens per sample
// 294.45·0.9 = 265.005 to 294.45·1.1 = 323.895.
TEST(Row, GatesBothWays) {
  System system;
  system.round = "v5.1";
  const auto read = [&](std::string_view accuracy) { return ReadGates(GateRow(system, "llama2-70b-99.9", accuracy)); };
  EXPECT_EQ(read("ROUGE1: 44.44  ROUGE2: 22.04  ROUGEL: 28.62  TOKENS_PER_SAMPLE: 295.0").state, GateState::kMet);
  const GateReading missed = read("ROUGE1: 39.10  ROUGE2: 17.20  ROUGEL: 25.00  TOKENS_PER_SAMPLE: 210.0");
  EXPECT_EQ(missed.state, GateState::kMissed);
  EXPECT_NE(missed.words.find("ROUGE1 39.1 below 44.3867"), missed.words.npos) << missed.words;
  EXPECT_NE(missed.words.find("TOKENS_PER_SAMPLE 210 outside 265.005–323.895"), missed.words.npos) << missed.words;
  EXPECT_EQ(read("ROUGE1: 44.44  ROUGE2: 22.04  ROUGEL: 28.62  TOKENS_PER_SAMPLE: 330").state, GateState::kMissed);
  EXPECT_EQ(read("ROUGE1: 44.44  ROUGE2: 22.04  ROUGEL: 28.62").state, GateState::kNotKnown);
  EXPECT_EQ(read("ROUGE1: 39.44").state, GateState::kMissed);
  EXPECT_EQ(read("").state, GateState::kNotKnown);
  EXPECT_EQ(ReadGates(GateRow(system, "", "acc: 76")).state, GateState::kNotKnown);
  system.round = "v9.9";
  EXPECT_EQ(ReadGates(GateRow(system, "nothing", "acc: 76")).state, GateState::kNotKnown);
  const GateReading newest = ReadGates(GateRow(system, "resnet", "acc: 76"));  // 76.46·0.99 = 75.6954
  EXPECT_EQ(newest.state, GateState::kMet);
  EXPECT_NE(newest.words.find("those of v9.9 aren't known"), newest.words.npos) << newest.words;
}

// Normalised entropy: 0.86687 is the reference, a loss. 0.8660 is better than it, 0.8690 worse than 1/0.999 of it.
TEST(Row, EntropyIsBetterBelow) {
  System system;
  system.round = "v6.0";
  const auto read = [&](std::string_view entropy) {
    return ReadGates(GateRow(system, "dlrm-v3", entropy));
  };
  EXPECT_EQ(read("DLRM_NE: 0.8500  DLRM_ACC: 0.6964  DLRM_AUC: 0.7863").state, GateState::kMet);
  const GateReading worse = read("DLRM_NE: 0.8690  DLRM_ACC: 0.6964  DLRM_AUC: 0.7863");
  EXPECT_EQ(worse.state, GateState::kNotKnown);
  EXPECT_NE(worse.words.find("lower is better"), worse.words.npos) << worse.words;
}

}  // namespace
}  // namespace assay::results
