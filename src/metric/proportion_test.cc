// SPDX-License-Identifier: Apache-2.0
#include "metric/proportion.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::metric {
namespace {

Outcomes Plain(std::uint64_t count) { return {static_cast<double>(count), static_cast<double>(count), count}; }

// By hand: with all of n hit, the lower end is (alpha/2)^(1/n), the upper end 1.
TEST(Proportion, IsClopperPearsonForCounts) {
  const auto interval = ProportionInterval(Plain(59), Plain(59), 0, 0.90);
  EXPECT_NEAR(interval->low, std::pow(0.05, 1.0 / 59), 1e-12);
  EXPECT_EQ(interval->high, 1);
  EXPECT_EQ(interval->method, "clopper-pearson");
}

// The effective formula must be the plain one where all weights are equal: scaling weights changes nothing.
TEST(Proportion, EqualWeightsOfAnySizeGiveThePlainInterval) {
  const auto plain = ProportionInterval(Plain(30), Plain(40), 2, 0.95);
  const auto weighted = ProportionInterval({15, 7.5, 30}, {20, 10, 40}, 2, 0.95);
  EXPECT_NEAR(plain->low, weighted->low, 1e-10);
  EXPECT_NEAR(plain->high, weighted->high, 1e-10);
  EXPECT_NE(weighted->method.find("approximate"), std::string::npos);
}

TEST(Proportion, UnscoredCasesWidenBothEnds) {
  const auto all_failed = ProportionInterval(Plain(30), Plain(45), 0, 0.95);
  const auto all_right = ProportionInterval(Plain(35), Plain(45), 0, 0.95);
  const auto either = ProportionInterval(Plain(30), Plain(40), 5, 0.95);
  EXPECT_EQ(either->low, all_failed->low);
  EXPECT_EQ(either->high, all_right->high);
}

TEST(Proportion, IsUndefinedWithoutACase) {
  const Measurement measured =
      Proportion(*FindMetric("recall"), Plain(0), Plain(0), 3, 0.95, "no positive");
  EXPECT_FALSE(measured.value.has_value());
  EXPECT_EQ(measured.note, "no positive");
}

}  // namespace
}  // namespace assay::metric
