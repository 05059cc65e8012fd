// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/multinomial_counts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace assay::metric {
namespace {

using Groups = std::vector<std::uint32_t>;

// A count of c among n units is binomial: n draws, each with chance c / n; two of them have the covariance -c1 c2 / n.
// Means and second moments of 4,000 draws, within five standard errors (the fourth moment of a count is below
// 3 variances^2 + variance).
void ExpectBinomialMoments(const Groups& groups) {
  constexpr int kDraws = 4000;
  const MultinomialCounts draws(groups);
  const auto n = static_cast<double>(draws.units());
  std::vector<double> mean(groups.size()), square(groups.size());
  double product = 0;
  Groups counts(groups.size());
  for (int i = 0; i < kDraws; ++i) {
    random::Philox numbers(11, static_cast<std::uint64_t>(i));
    draws.Draw(numbers, counts);
    ASSERT_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), draws.units());
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const double gap = counts[g] - static_cast<double>(groups[g]);
      mean[g] += gap / kDraws;
      square[g] += gap * gap / kDraws;
    }
    product += (counts[0] - static_cast<double>(groups[0])) * (counts[1] - static_cast<double>(groups[1])) / kDraws;
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const double variance = groups[g] * (1 - groups[g] / n);
    EXPECT_NEAR(mean[g], 0, 5 * std::sqrt(variance / kDraws)) << g;
    EXPECT_NEAR(square[g], variance, 5 * std::sqrt((3 * variance * variance + variance) / kDraws)) << g;
  }
  const double both = std::sqrt(static_cast<double>(groups[0]) * groups[1]);
  EXPECT_NEAR(product, -both * both / n, 5 * 2 * both / std::sqrt(kDraws));
}

TEST(MultinomialCounts, HaveTheMomentsOfDrawsWithReplacement) {
  ExpectBinomialMoments({3, 2, 0, 5});                          // one by one
  ExpectBinomialMoments({1, 1, 7, 64, 65, 200, 1023, 1024, 5000, 0, 3});  // all tables
  Groups single(3000, 1);
  ExpectBinomialMoments(single);
}

// Group 0 has one unit of 2,000: its count is binomial(2000, 1/2000), P(0) = (1 - 1/2000)^2000 = 0.36779,
// P(1) = 0.36797, P(2) = 0.18399; 20,000 draws, within four binomial errors.
TEST(MultinomialCounts, HaveTheDistributionOfDrawsWithReplacement) {
  Groups groups(2000, 1);
  const MultinomialCounts draws(groups);
  Groups counts(groups.size());
  int times[3] = {};
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    random::Philox numbers(12, static_cast<std::uint64_t>(i));
    draws.Draw(numbers, counts);
    if (counts[0] < 3) ++times[counts[0]];
  }
  const double right[] = {0.36779, 0.36797, 0.18399};
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(times[k], right[k] * kDraws, 4 * std::sqrt(right[k] * (1 - right[k]) * kDraws)) << k;
  }
}

TEST(MultinomialCounts, NothingToDraw) {
  const MultinomialCounts draws(Groups{0, 0});
  Groups counts{9, 9};
  random::Philox numbers(1, 1);
  draws.Draw(numbers, counts);
  EXPECT_EQ(counts, (Groups{0, 0}));
}

}  // namespace
}  // namespace assay::metric
