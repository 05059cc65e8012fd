// SPDX-License-Identifier: Apache-2.0
#include "verdict/holm_verdicts.h"

#include <gtest/gtest.h>

#include <string>

#include "random/splitmix.h"
#include "stats/multiple_testing.h"

namespace assay::verdict {
namespace {

constexpr double kAlpha = 0.05;

// A claim with the p-value `p` of its better side: it passes (fails) when that is small enough.
ClaimVerdict Judge(double p, Outcome side, std::size_t tests) {
  ClaimVerdict verdict;
  verdict.outcome = p <= kAlpha / static_cast<double>(tests) ? side : Outcome::kUndecided;
  verdict.interval = Interval{0, 1, 1 - kAlpha / static_cast<double>(tests), ""};
  return verdict;
}

std::vector<ClaimVerdict> Corrected(const std::vector<double>& p, Outcome side) {
  return HolmVerdicts(p.size(), [&](std::size_t claim, std::size_t tests) { return Judge(p[claim], side, tests); });
}

// The same claims are decided as Holm's adjusted p-values reject, for 400 random families.
TEST(HolmVerdicts, DecidesWhatAdjustedPValuesReject) {
  std::size_t number = 0;
  const random::SplitMix stream(7, 1);
  for (int family = 0; family < 400; ++family) {
    std::vector<double> p(1 + static_cast<std::size_t>(family) % 7);
    for (double& value : p) value = 0.06 * stream.UnitAt(number++);
    const auto tests = stats::CorrectTests(p, stats::Correction::kHolm, kAlpha);
    ASSERT_TRUE(tests.has_value());
    for (const Outcome side : {Outcome::kPass, Outcome::kFail}) {
      const std::vector<ClaimVerdict> verdicts = Corrected(p, side);
      ASSERT_EQ(verdicts.size(), p.size());
      for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_EQ(verdicts[i].outcome == side, (*tests)[i].rejected) << family << " " << i;
      }
    }
  }
}

// 0.01 passes as one of three, then 0.02 as one of two; 0.06 isn't even decided alone.
TEST(HolmVerdicts, SaysWhatTheChanceOfErrorWasDividedBy) {
  const std::vector<ClaimVerdict> verdicts = Corrected({0.06, 0.01, 0.02}, Outcome::kPass);
  EXPECT_EQ(verdicts[0].outcome, Outcome::kUndecided);
  EXPECT_EQ(verdicts[1].outcome, Outcome::kPass);
  EXPECT_EQ(verdicts[2].outcome, Outcome::kPass);
  EXPECT_NE(verdicts[1].correction.find("3 primary claims about parts of the data: the chance of error is divided by 3"),
            std::string::npos) << verdicts[1].correction;
  EXPECT_NE(verdicts[2].correction.find("is divided by 2"), std::string::npos) << verdicts[2].correction;
  EXPECT_EQ(verdicts[0].correction.find("as the only claim"), std::string::npos) << verdicts[0].correction;
}

// Neither 0.03 is below 0.05 / 2: alone each would pass, and the reader is told.
TEST(HolmVerdicts, SaysWhatAClaimWouldBeAlone) {
  for (const ClaimVerdict& verdict : Corrected({0.03, 0.03}, Outcome::kPass)) {
    EXPECT_EQ(verdict.outcome, Outcome::kUndecided);
    EXPECT_NE(verdict.correction.find("as the only claim it would be PASS"), std::string::npos) << verdict.correction;
  }
}

// A pass makes room for further passes only: 0.03 would fail as the only one left, and is one of two failures at most.
TEST(HolmVerdicts, StepsDownInOneDirectionAtATime) {
  const auto verdicts = HolmVerdicts(2, [](std::size_t claim, std::size_t tests) {
    return claim == 0 ? Judge(0.001, Outcome::kPass, tests) : Judge(0.03, Outcome::kFail, tests);
  });
  EXPECT_EQ(verdicts[0].outcome, Outcome::kPass);
  EXPECT_EQ(verdicts[1].outcome, Outcome::kUndecided);
  EXPECT_NEAR(verdicts[1].interval->level, 0.975, 1e-12);
}

TEST(HolmVerdicts, OneClaimIsLeftAsItIs) {
  const std::vector<ClaimVerdict> verdicts = Corrected({0.04}, Outcome::kPass);
  EXPECT_EQ(verdicts.at(0).outcome, Outcome::kPass);
  EXPECT_EQ(verdicts.at(0).correction, "");
}

}  // namespace
}  // namespace assay::verdict
