// SPDX-License-Identifier: Apache-2.0
#include "metric/calibration/loss_totals.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/owned_cases.h"

namespace assay::metric {
namespace {

constexpr const char* kMetrics[] = {"brier", "brier_skill", "calibration_in_the_large", "ece", "log_loss", "normalised_entropy"};

// On a grid of ninths of fifteenths, so that many scores lie on an edge of a bin; 0 and 1 too.
OwnedCases Probabilities(std::uint64_t seed, std::size_t count) {
  OwnedCases cases = RandomCases(seed, count, 136);
  for (std::size_t i = 0; i < count; ++i) {
    cases.score[i] = static_cast<double>(random::SplitMixAt(seed + 50, i) % 136) / 135;
  }
  return cases;
}

// The values of the metrics are tested against their references in quality/.
TEST(LossTotals, GiveTheMetric) {
  for (const char* metric : kMetrics) {
    for (std::uint64_t seed = 0; seed < 20; seed += 4) {
      const OwnedCases cases = Probabilities(seed, 2 + 37 * seed);
      const auto totals = TotalsOfLoss(metric, cases.label, cases.score);
      ASSERT_TRUE(totals) << metric;
      const double right = *(*cases.Measure(metric)).front().value;
      EXPECT_NEAR(*totals->statistic(TotalsOf(totals->rows)), right, 1e-12 * std::max(1.0, std::abs(right))) << metric;
    }
  }
}

TEST(LossTotals, GiveTheDifferenceOfTwoSystems) {
  for (const char* metric : kMetrics) {
    for (std::uint64_t seed = 0; seed < 20; seed += 4) {
      const OwnedCases cases = Probabilities(seed, 2 + 37 * seed);
      OwnedCases other = cases;
      other.score = Probabilities(seed + 1000, cases.label.size()).score;
      const auto totals = TotalsOfLossDifference(metric, cases.label, cases.score, other.score);
      ASSERT_TRUE(totals) << metric;
      const double right = *(*other.Measure(metric)).front().value - *(*cases.Measure(metric)).front().value;
      EXPECT_NEAR(*totals->statistic(TotalsOf(totals->rows)), right, 1e-11 * std::max(1.0, std::abs(right))) << metric;
    }
  }
}

TEST(LossTotals, OneClassHasNoSkill) {
  const OwnedCases cases{.ids = {}, .label = {0, 0, 0}, .score = {.1, .2, .3}, .weight = {}};
  for (const char* metric : {"brier_skill", "log_loss", "normalised_entropy"}) {
    const auto totals = TotalsOfLoss(metric, cases.label, cases.score);
    EXPECT_FALSE(totals->statistic(TotalsOf(totals->rows)).has_value()) << metric;
  }
  EXPECT_FALSE(TotalsOfLoss("average_precision", cases.label, cases.score).has_value());
  EXPECT_FALSE(TotalsOfLossDifference("roc_auc", cases.label, cases.score, cases.score).has_value());
}

}  // namespace
}  // namespace assay::metric
