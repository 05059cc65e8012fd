// SPDX-License-Identifier: Apache-2.0
// How often the BCa interval of average precision holds that of the source; fixed seeds.
#include <gtest/gtest.h>

#include <cmath>

#include "metric/normal_scores.h"
#include "metric/resample/curve_bootstrap.h"

namespace assay::metric {
namespace {

// Average precision of the source at 10 % prevalence and a shift of 1.5: the integral of precision over recall,
// scipy 1.17.1 quad: 0.4780716560796. 300 draws of 80 positives and 720 negatives; the binomial error is 1.3 %, and the
// coverage is within three of these of 95 %.
TEST(CurveCoverage, BcaOfAveragePrecisionCoversThatOfTheSource) {
  constexpr int kDraws = 300;
  constexpr double kTrue = 0.4780716560796;
  int covered = 0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const OwnedCases cases = NormalScores{1.5}.Draw(draw, 80, 720);
    const RankCurve curve = *BuildRankCurve(cases.Get(), Thresholds::kAtPositives);
    const auto outcome = *BootstrapCurve(curve, {&AveragePrecision, &AveragePrecisionLeavingOut},
                                         {.seed = draw, .replicates = 400, .level = 0.95});
    ASSERT_EQ(outcome.interval->method, "bootstrap, BCa");
    covered += outcome.interval->low <= kTrue && kTrue <= outcome.interval->high ? 1 : 0;
  }
  const double error = std::sqrt(0.95 * 0.05 / kDraws);
  EXPECT_NEAR(covered / static_cast<double>(kDraws), 0.95, 3 * error);
}

}  // namespace
}  // namespace assay::metric
