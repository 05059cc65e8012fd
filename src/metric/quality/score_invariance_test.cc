// SPDX-License-Identifier: Apache-2.0
// What holds for every metric of scores, whatever the cases are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "assay/metric.h"
#include "metric/owned_cases.h"

namespace assay {
namespace {

using metric::OwnedCases;

constexpr const char* kOfRanks[] = {"average_precision", "average_precision_at_base_rate",
                                    "auprc_trapezoid",   "auprc_dg",
                                    "roc_auc",           "roc_auc_partial"};
OwnedCases Drawn(std::uint64_t seed, std::size_t count) {
  OwnedCases cases = metric::RandomCases(seed, count, seed % 2 == 0 ? 7 : 100000);
  for (double& score : cases.score) score /= 1.2;  // into [0, 1)
  cases.base_rate = 0.01;
  return cases;
}

void ExpectSame(const OwnedCases& one, const OwnedCases& other, const char* name,
                double tolerance = 1e-13) {
  const auto first = *one.Measure(name);
  const auto second = *other.Measure(name);
  ASSERT_EQ(first.size(), second.size()) << name;
  for (std::size_t i = 0; i < first.size(); ++i) {
    ASSERT_TRUE(first[i].value.has_value()) << first[i].metric;
    ASSERT_TRUE(second[i].value.has_value()) << first[i].metric;
    EXPECT_NEAR(*first[i].value, *second[i].value,
                tolerance * std::max(1.0, std::abs(*first[i].value)))
        << first[i].metric;
  }
}

TEST(ScoreInvariance, OrderOfRowsDoesNotCount) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const OwnedCases cases = Drawn(seed, 200);
    OwnedCases mixed = cases;
    std::ranges::reverse(mixed.label);
    std::ranges::reverse(mixed.score);
    std::rotate(mixed.label.begin(), mixed.label.begin() + 63, mixed.label.end());
    std::rotate(mixed.score.begin(), mixed.score.begin() + 63, mixed.score.end());
    for (const char* name : kOfRanks) ExpectSame(cases, mixed, name);
    for (const char* name : metric::kOfProbabilities) ExpectSame(cases, mixed, name);
  }
}

TEST(ScoreInvariance, OnlyTheOrderOfScoresCountsForRanks) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const OwnedCases cases = Drawn(seed, 200);
    OwnedCases bent = cases;
    for (double& score : bent.score) score = std::exp(3 * score) - 5;  // strictly increasing
    for (const char* name : kOfRanks) ExpectSame(cases, bent, name, 0);
  }
}

// Sums over cases double and what chance does shrinks by sqrt(2); every other value stays. 210
// cases fill 15 bins evenly, so that bins of equal mass hold the same cases twice.
TEST(ScoreInvariance, DuplicatingEveryCaseKeepsTheValue) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const OwnedCases cases = Drawn(seed, 210);
    OwnedCases twice = cases;
    twice.ids.clear();
    twice.label.insert(twice.label.end(), cases.label.begin(), cases.label.end());
    twice.score.insert(twice.score.end(), cases.score.begin(), cases.score.end());
    for (const char* name : kOfRanks) ExpectSame(cases, twice, name);
    for (const char* name : {"brier", "brier_skill", "log_loss"}) ExpectSame(cases, twice, name);
    const auto ece = *cases.Measure("ece"), ece_twice = *twice.Measure("ece");
    for (const std::size_t part : {0u, 1u, 2u})
      EXPECT_NEAR(*ece[part].value, *ece_twice[part].value, 1e-13) << ece[part].metric;
    EXPECT_NEAR(*ece[3].value, *ece_twice[3].value * std::sqrt(2.0), 1e-13);
    const auto large = *cases.Measure("calibration_in_the_large"),
               large_twice = *twice.Measure("calibration_in_the_large");
    EXPECT_NEAR(2 * *large[0].value, *large_twice[0].value, 1e-11);
    EXPECT_NEAR(std::sqrt(2.0) * *large[1].value, *large_twice[1].value, 1e-11);
  }
}

// A weight is that many copies, for all that count weights and not ranks.
TEST(ScoreInvariance, AWeightIsThatManyCopies) {
  OwnedCases weighted = Drawn(3, 120);
  OwnedCases copied;
  copied.base_rate = weighted.base_rate;
  for (std::size_t i = 0; i < weighted.label.size(); ++i) {
    weighted.weight.push_back(static_cast<double>(i % 4));
    for (std::size_t copy = 0; copy < i % 4; ++copy) {
      copied.label.push_back(weighted.label[i]);
      copied.score.push_back(weighted.score[i]);
    }
  }
  for (const char* name :
       {"average_precision_at_base_rate", "auprc_trapezoid", "auprc_dg", "roc_auc_partial", "brier",
        "brier_skill", "log_loss", "ece", "calibration_in_the_large"}) {
    EXPECT_NEAR(*weighted.Measure(name)->front().value, *copied.Measure(name)->front().value, 1e-12)
        << name;
  }
  EXPECT_EQ((*weighted.Measure("ece"))[2].note, "cases are weighted, and ranks count cases");
}

// Through the metrics, what they say when they have no value.
TEST(ScoreInvariance, MetricsOfOneClassSayWhatIsMissing) {
  OwnedCases negatives{.label = {0, 0}, .score = {.1, .2}};
  negatives.base_rate = 0.1;
  for (const char* name :
       {"auprc_trapezoid", "auprc_dg", "roc_auc_partial", "average_precision_at_base_rate"}) {
    EXPECT_FALSE(negatives.Measure(name)->front().value.has_value()) << name;
    EXPECT_EQ(negatives.Measure(name)->front().note, "no positive") << name;
  }
  OwnedCases positives{.label = {1, 1}, .score = {.1, .2}};
  EXPECT_EQ(positives.Measure("average_precision_at_base_rate")->front().note,
            "no base rate is stated");
  positives.base_rate = 0.1;
  EXPECT_EQ(positives.Measure("average_precision_at_base_rate")->front().note, "no negative");
  EXPECT_EQ(positives.Measure("roc_auc_partial")->front().note, "no negative");
  positives.base_rate = 1;
  EXPECT_EQ(positives.Measure("average_precision_at_base_rate")->front().note,
            "the base rate isn't between 0 and 1");
}

}  // namespace
}  // namespace assay
