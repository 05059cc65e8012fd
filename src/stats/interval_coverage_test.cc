// SPDX-License-Identifier: Apache-2.0
// How often intervals of a proportion hold the true one: seeds are fixed, so that the counts are the same every time.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "stats/clopper_pearson.h"
#include "stats/wilson_interval.h"

namespace assay::stats {
namespace {

constexpr int kDraws = 40000;
constexpr double kLevel = 0.95;

struct Coverage {
  double wilson = 0, exact = 0, lower = 0;
};

// The true rate is drawn too, evenly between 0 and 1.
Coverage Simulate(std::uint64_t n) {
  std::vector<Interval> wilson, exact;
  std::vector<double> lower;
  for (std::uint64_t k = 0; k <= n; ++k) {
    wilson.push_back(*WilsonInterval(k, n, kLevel));
    exact.push_back(*ClopperPearsonInterval(k, n, kLevel));
    lower.push_back(*ClopperPearsonLower(k, n, kLevel));
  }
  std::mt19937_64 engine(n);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
  const auto inside = [](const Interval& interval, double rate) { return interval.low <= rate && rate <= interval.high; };
  Coverage covered;
  for (int draw = 0; draw < kDraws; ++draw) {
    const double rate = uniform();
    std::size_t k = 0;
    for (std::uint64_t i = 0; i < n; ++i) k += uniform() < rate ? 1 : 0;
    covered.wilson += inside(wilson[k], rate) ? 1.0 / kDraws : 0;
    covered.exact += inside(exact[k], rate) ? 1.0 / kDraws : 0;
    covered.lower += lower[k] <= rate ? 1.0 / kDraws : 0;
  }
  return covered;
}

// Right values: mean coverage over 2,000 even rates, by sums of scipy 1.17.1 binom.pmf over the k whose interval (formula
// of Wilson; beta.ppf) holds the rate. Within four binomial errors, which are 0.0044.
TEST(IntervalCoverage, IsThatOfTheSumsAndReachesTheLevel) {
  const double error = 4 * std::sqrt(kLevel * (1 - kLevel) / kDraws);
  const struct {
    std::uint64_t n;
    double wilson, exact;
  } right[] = {{20, 0.95289, 0.97699}, {100, 0.95114, 0.96455}, {500, 0.95029, 0.95728}};
  for (const auto& [n, wilson, exact] : right) {
    const Coverage covered = Simulate(n);
    EXPECT_NEAR(covered.wilson, wilson, error) << n;
    EXPECT_NEAR(covered.exact, exact, error) << n;
    EXPECT_GE(covered.exact, kLevel - error) << n;
    EXPECT_GE(covered.lower, kLevel - error) << n;
  }
}

}  // namespace
}  // namespace assay::stats
