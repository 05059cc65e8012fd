// SPDX-License-Identifier: Apache-2.0
#include "stats/multiple_testing.h"

#include <gtest/gtest.h>

namespace assay::stats {
namespace {

// Values of statsmodels stand in tests/golden/metric/proportion_tests.jsonl, which assay vectors runs; here by hand.
TEST(MultipleTesting, HolmByHand) {
  const auto outcomes = *CorrectTests(std::vector<double>{0.04, 0.01, 0.03}, Correction::kHolm, 0.05);
  EXPECT_DOUBLE_EQ(outcomes[1].adjusted, 0.03);  // 3 x 0.01
  EXPECT_DOUBLE_EQ(outcomes[2].adjusted, 0.06);  // 2 x 0.03
  EXPECT_DOUBLE_EQ(outcomes[0].adjusted, 0.06);  // 1 x 0.04, but not below the one before
  EXPECT_TRUE(outcomes[1].rejected);
  EXPECT_FALSE(outcomes[0].rejected || outcomes[2].rejected);
}

TEST(MultipleTesting, EachIsAtLeastAsStrictAsTheNext) {
  const std::vector<double> p{0.001, 0.2, 0.04, 0.04, 0.9, 0.012, 0.03};
  const auto at = [&](Correction correction) { return *CorrectTests(p, correction, 0.05); };
  const auto bonferroni = at(Correction::kBonferroni);
  const auto holm = at(Correction::kHolm);
  const auto hommel = at(Correction::kHommel);
  const auto hochberg = at(Correction::kBenjaminiHochberg);
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_GE(bonferroni[i].adjusted, holm[i].adjusted);
    EXPECT_GE(holm[i].adjusted, hommel[i].adjusted);
    EXPECT_GE(hommel[i].adjusted, hochberg[i].adjusted);
    EXPECT_GE(hochberg[i].adjusted, p[i]);
  }
}

TEST(MultipleTesting, NoTestsAndBadOnes) {
  EXPECT_TRUE(CorrectTests({}, Correction::kHolm, 0.05)->empty());
  EXPECT_FALSE(CorrectTests(std::vector<double>{1.5}, Correction::kHolm, 0.05).has_value());
  EXPECT_FALSE(CorrectTests(std::vector<double>{0.5}, Correction::kHolm, 0).has_value());
}

}  // namespace
}  // namespace assay::stats
