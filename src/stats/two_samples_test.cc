// SPDX-License-Identifier: Apache-2.0
// Values of scipy stand in tests/golden/metric/stats_misc.jsonl, which assay vectors runs; here by counting.
#include <gtest/gtest.h>

#include <cmath>

#include "stats/chi_square.h"
#include "stats/cluster_error.h"
#include "stats/distribution_distance.h"
#include "stats/two_samples.h"

namespace assay::stats {
namespace {

// Of the 20 orders of three and three values, 2 part the samples completely.
TEST(KolmogorovSmirnov, ExactByCounting) {
  const std::vector<double> low{1, 2, 3};
  const std::vector<double> high{4, 5, 6};
  const auto test = *KolmogorovSmirnovTest(low, high);
  EXPECT_EQ(test.statistic, 1);
  EXPECT_NEAR(test.exact, 2.0 / 20, 1e-15);
  EXPECT_EQ(KolmogorovSmirnovTest(low, low)->exact, 1);
  EXPECT_FALSE(KolmogorovSmirnovTest({}, low).has_value());
  EXPECT_FALSE(KolmogorovSmirnovTest(std::vector<double>{std::nan("")}, low).has_value());
}

TEST(MannWhitney, CountsPairs) {
  const auto test = *MannWhitneyTest(std::vector<double>{1, 5, 5}, std::vector<double>{2, 5});
  EXPECT_EQ(test.u, 0 + 2 * (1 + 0.5));
  EXPECT_EQ(MannWhitneyTest(std::vector<double>{3, 3}, std::vector<double>{3})->p, 1);
}

TEST(DistributionDistance, ByHand) {
  EXPECT_DOUBLE_EQ(*WassersteinDistance(std::vector<double>{0, 1}, std::vector<double>{3, 4}), 3);
  EXPECT_DOUBLE_EQ(*JensenShannonDistance(std::vector<double>{1, 0}, std::vector<double>{0, 1}, 2), 1);
  EXPECT_EQ(*JensenShannonDistance(std::vector<double>{2, 2}, std::vector<double>{1, 1}, 2), 0);
  EXPECT_FALSE(JensenShannonDistance(std::vector<double>{1}, std::vector<double>{1, 2}, 2).has_value());
}

// Tables of critical values: 3.841 for one degree, 18.307 for ten, both at 5 %.
TEST(ChiSquare, EqualsTheTables) {
  EXPECT_NEAR(ChiSquareAtLeast(3.841458820694124, 1), 0.05, 1e-12);
  EXPECT_NEAR(ChiSquareAtLeast(18.307038053275146, 10), 0.05, 1e-12);
  EXPECT_EQ(ChiSquareAtLeast(0, 4), 1);
  EXPECT_EQ(TestContingency(std::vector<double>{1, 2, 0, 0}, 2).error().code, ErrorCode::kUndefined);
}

// Two groups whose members are equal know as much as two cases: sd 1/sqrt(2) over sqrt(2).
TEST(ClusterError, ClustersOfEqualsCountOnce) {
  const std::vector<double> values{0, 0, 0, 1, 1, 1};
  const std::vector<std::int64_t> group{1, 1, 1, 2, 2, 2};
  EXPECT_NEAR(ClusterErrorOfMean(values, group)->corrected, 0.5, 1e-15);
  EXPECT_FALSE(ClusterErrorOfMean(values, std::vector<std::int64_t>(6, 1)).has_value());
}

}  // namespace
}  // namespace assay::stats
