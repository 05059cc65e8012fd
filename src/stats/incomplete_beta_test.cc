// SPDX-License-Identifier: Apache-2.0
#include "stats/incomplete_beta.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::stats {
namespace {

struct Case {
  double x, a, b, value;
};

// Right values: mpmath 1.3.0 at 60 digits, positive 2F1 series times the gamma prefactor, x taken
// as the double it is.
constexpr Case kCases[] = {
    {0.3, 0.5, 0.5, 0.36901011956554537504},
    {0.25, 1.0, 1.0, 0.25},
    {1e-08, 1.0, 1000000.0, 0.0099501663003344386495},
    {0.9, 2.0, 3.0, 0.9963000000000000024},
    {0.99, 10.0, 1.0, 0.90438207500880440887},
    {0.97, 3.5, 0.5, 0.65585210877597511352},
    {0.99, 459.0, 1.0, 0.0099209742010405851872},
    {0.99, 458.0, 1.0, 0.010021186061657156845},
    {0.99, 661.0, 2.0, 0.0099139856454593192568},
    {0.99, 99000.0, 1001.0, 0.50840947335142168798},
    {0.9895, 99000.0, 1001.0, 0.061444261865034577745},
    {0.99, 1000000.0, 10000.0, 0.1574553938250957311},
    {0.9902, 1000000.0, 10000.0, 0.84738253017673707272},
    {0.5003, 1000000.0, 1000000.0, 0.80192803715788503206},
    {0.1, 50.0, 50.0, 3.2321822349737531364e-24},
    {0.5, 900.0, 100.0, 1.3386754076799150981e-162},
    {0.2, 0.001, 5.0, 0.99978344564642765807},
    {0.300001, 30.0, 70.0, 0.51163378293681891919},
    {0.2, 200.0, 800.0, 0.50630885337986311412},
    {0.00985, 10000.0, 1000000.0, 0.30321861565390395788},
    {0.95, 12345.5, 678.25, 0.8575120020904512401},
    {0.001, 2.0, 100000.0, 1.0},
};

TEST(IncompleteBeta, EqualsTheReference) {
  for (const Case& c : kCases) {
    EXPECT_NEAR(IncompleteBeta(c.x, c.a, c.b) / c.value, 1, 1e-12)
        << c.x << " " << c.a << " " << c.b;
  }
}

TEST(IncompleteBeta, InverseFindsTheArgument) {
  for (const Case& c : kCases) {
    if (c.value > 0.999 || c.value < 1e-30) continue;  // flat there: many x have nearly this value
    EXPECT_NEAR(InverseIncompleteBeta(c.value, c.a, c.b) / c.x, 1, 1e-12)
        << c.x << " " << c.a << " " << c.b;
  }
  EXPECT_EQ(InverseIncompleteBeta(0, 2, 3), 0);
  EXPECT_EQ(InverseIncompleteBeta(1, 2, 3), 1);
}

TEST(IncompleteBeta, IsMirrored) {
  // I_x(a, b) = 1 - I_(1-x)(b, a).
  for (double x : {0.125, 0.25, 0.5, 0.8125}) {
    EXPECT_NEAR(IncompleteBeta(x, 7.5, 3), 1 - IncompleteBeta(1 - x, 3, 7.5), 1e-14);
  }
}

TEST(IncompleteBeta, RefusesWhatIsOutside) {
  EXPECT_TRUE(std::isnan(IncompleteBeta(-0.1, 1, 1)));
  EXPECT_TRUE(std::isnan(IncompleteBeta(1.1, 1, 1)));
  EXPECT_TRUE(std::isnan(IncompleteBeta(0.5, 0, 1)));
  EXPECT_TRUE(std::isnan(IncompleteBeta(0.5, 1, HUGE_VAL)));
  EXPECT_TRUE(std::isnan(IncompleteBeta(NAN, 1, 1)));
  EXPECT_TRUE(std::isnan(InverseIncompleteBeta(1.5, 1, 1)));
  EXPECT_TRUE(std::isnan(BinomialAtMost(3, 2, 0.5)));
}

TEST(Binomial, EqualsTheSumOfItsTerms) {
  // By definition: terms from Pascal's rule, n = 40, rate 0.3.
  double row[41] = {1};
  for (int n = 1; n <= 40; ++n) {
    for (int k = n; k >= 1; --k) row[k] = row[k] * 0.7 + row[k - 1] * 0.3;
    row[0] *= 0.7;
  }
  double at_most = 0;
  for (std::uint64_t k = 0; k <= 40; ++k) {
    EXPECT_NEAR(BinomialExactly(k, 40, 0.3) / row[k], 1, 1e-12) << k;
    EXPECT_NEAR(BinomialAtLeast(k, 40, 0.3), 1 - at_most, 1e-13) << k;
    at_most += row[k];
    EXPECT_NEAR(BinomialAtMost(k, 40, 0.3), at_most, 1e-13) << k;
  }
  EXPECT_EQ(BinomialExactly(0, 5, 0), 1);
  EXPECT_EQ(BinomialExactly(5, 5, 1), 1);
  EXPECT_EQ(BinomialAtMost(0, 5, 1), 0);
}

}  // namespace
}  // namespace assay::stats
