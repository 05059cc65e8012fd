// SPDX-License-Identifier: Apache-2.0
// Right values: gates of rounds/*.toml; products by decimal arithmetic, and as binary numbers by Python's float; what the
// official checker said of single numbers stands beside them.
#include "round/accuracy_gate.h"

#include <gtest/gtest.h>

#include "round/compliance_tolerance.h"

namespace assay::round {
namespace {

const Gate& GateNamed(std::string_view round, std::string_view benchmark, std::string_view metric) {
  for (const Gate& gate : FindRound(round)->Find(benchmark)->gates) {
    if (gate.metric == metric) return gate;
  }
  ADD_FAILURE() << "no such gate: " << metric;
  return FindRound(round)->Find(benchmark)->gates.front();
}

TEST(FiveDigits, RoundsHalfToEven) {
  EXPECT_EQ(FiveDigits(38.391408), "38.391");
  EXPECT_EQ(FiveDigits(75.6954), "75.695");
  EXPECT_EQ(FiveDigits(0.86770470), "0.86770");
  EXPECT_EQ(FiveDigits(8167644), "8167600");
  EXPECT_EQ(FiveDigits(100), "100.00");
  EXPECT_EQ(FiveDigits(99.9996), "100.00");
  EXPECT_EQ(FiveDigits(0), "0.0000");
  // Exact ties in binary: 2^-1 and 2^-2 behind the fifth digit.
  EXPECT_EQ(FiveDigits(10000.5), "10000");
  EXPECT_EQ(FiveDigits(10001.5), "10002");
}

// 38.7792 x 0.99 is 38.391408; as binary numbers it is 38.391408000000006, so the printed value equal to the gate fails.
TEST(AccuracyGate, RulesAndCheckerPartAtTheEdge) {
  const Gate& gate = GateNamed("v5.1", "llama3.1-8b", "ROUGE1");
  EXPECT_EQ(*CheckerBounds(gate).at_least, 38.391408000000006);
  EXPECT_EQ(*RuleBounds(gate).at_least, 38.391408);
  EXPECT_EQ(ByRules(gate, 38.391408), GateSide::kWithin);
  EXPECT_EQ(ByChecker(gate, 38.391408), GateSide::kBelow);
  EXPECT_EQ(ByChecker(gate, 38.3915), GateSide::kWithin);
  // Five digits: 38.3906 is 38.391, 38.3904 is 38.390.
  EXPECT_EQ(ByRules(gate, 38.3906), GateSide::kWithin);
  EXPECT_EQ(ByRules(gate, 38.3904), GateSide::kBelow);
}

// 76.46 x 0.99 is 75.6954; as binary numbers 75.69539999999999, which a printed 75.6954 passes.
TEST(AccuracyGate, TheTwoAgreeAwayFromTheEdge) {
  const Gate& gate = GateNamed("v5.1", "resnet", "acc");
  for (const double value : {75.6954, 75.696, 76.456, 100.0}) {
    EXPECT_EQ(ByRules(gate, value), GateSide::kWithin) << value;
    EXPECT_EQ(ByChecker(gate, value), GateSide::kWithin) << value;
  }
  for (const double value : {75.694, 0.0}) {
    EXPECT_EQ(ByRules(gate, value), GateSide::kBelow) << value;
    EXPECT_EQ(ByChecker(gate, value), GateSide::kBelow) << value;
  }
}

TEST(AccuracyGate, HoldsBothBounds) {
  const Gate& gate = GateNamed("v5.1", "llama2-70b-99", "TOKENS_PER_SAMPLE");  // 265.005 to 323.895
  for (const auto& [value, side] : {std::pair{264.9, GateSide::kBelow}, {294.5, GateSide::kWithin},
                                    {324.0, GateSide::kAbove}}) {
    EXPECT_EQ(ByRules(gate, value), side) << value;
    EXPECT_EQ(ByChecker(gate, value), side) << value;
  }
  // An upper bound alone.
  const Gate& upper = GateNamed("v6.0", "gpt-oss-120b", "TOKENS_PER_SAMPLE");
  EXPECT_EQ(ByRules(upper, 1), GateSide::kWithin);
  EXPECT_EQ(ByChecker(upper, 10999), GateSide::kAbove);
}

// 0.86687 / 0.999 = 0.867738 at most by the rules. The checker tests at least 0.866003: its answers for these four are
// False, True, True, True (its class called with stub logs at HEAD of 2026-08-20).
TEST(AccuracyGate, DirectionIsThatOfTheMetric) {
  const Gate& gate = GateNamed("v6.0", "dlrm-v3", "DLRM_NE");
  EXPECT_TRUE(LowerIsBetter(gate.metric));
  EXPECT_NEAR(*RuleBounds(gate).at_most, 0.867738, 5e-7);
  EXPECT_FALSE(RuleBounds(gate).at_least);
  EXPECT_EQ(ByRules(gate, 0.80), GateSide::kWithin);
  EXPECT_EQ(ByRules(gate, 0.86687), GateSide::kWithin);
  EXPECT_EQ(ByRules(gate, 0.8680), GateSide::kAbove);
  EXPECT_EQ(ByRules(gate, 1.30), GateSide::kAbove);
  EXPECT_EQ(ByChecker(gate, 0.80), GateSide::kBelow);
  EXPECT_EQ(ByChecker(gate, 0.86687), GateSide::kWithin);
  EXPECT_EQ(ByChecker(gate, 0.8680), GateSide::kWithin);
  EXPECT_EQ(ByChecker(gate, 1.30), GateSide::kWithin);
}

// A gate without reference x share is compared as it stands: 31.68631873 to 31.81331801.
TEST(AccuracyGate, GatesWithoutReference) {
  const Gate& gate = GateNamed("v5.1", "stable-diffusion-xl", "CLIP_SCORE");
  EXPECT_EQ(ByChecker(gate, 31.68631873), GateSide::kWithin);
  EXPECT_EQ(ByChecker(gate, 31.686), GateSide::kBelow);
  EXPECT_EQ(ByRules(gate, 31.686), GateSide::kWithin);  // 31.686 is the gate in five digits
  EXPECT_EQ(ByChecker(gate, 31.82), GateSide::kAbove);
}

// 1 %, of FID 2 %, of 99.9 gates 0.1 %; what isn't a metric of the benchmark has none (the checker once took the default).
TEST(ComplianceTolerance, BelongsToTheMetric) {
  const Round& one = *FindRound("v5.0");
  EXPECT_EQ(ComplianceTolerance(*one.Find("stable-diffusion-xl"), "FID_SCORE"), 0.02);
  EXPECT_EQ(ComplianceTolerance(*one.Find("stable-diffusion-xl"), "CLIP_SCORE"), 0.01);
  EXPECT_EQ(ComplianceTolerance(*one.Find("dlrm-v2-99.9"), "AUC"), 0.001);
  EXPECT_EQ(ComplianceTolerance(*one.Find("dlrm-v2-99"), "AUC"), 0.01);
  EXPECT_EQ(ComplianceTolerance(*one.Find("dlrm-v2-99"), "FID_SCORE").error().code, ErrorCode::kUnknownName);
  EXPECT_EQ(ComplianceTolerance(*one.Find("dlrm-v2-99"), "").error().code, ErrorCode::kUnknownName);
}

}  // namespace
}  // namespace assay::round
