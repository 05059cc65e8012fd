// SPDX-License-Identifier: Apache-2.0
#include "metric/error_cost/decision_cost.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "metric/error_cost/break_even.h"
#include "metric/normal_scores.h"

namespace assay::metric {
namespace {

// Four positives worth 10, 20, 30, 40 and six negatives.
const std::vector<std::int32_t> kLabel = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0};
const std::vector<double> kScore = {.9, .8, .2, .7, .85, .3, .2, .1, .1, .1};
const std::vector<double> kAmount = {10, 20, 30, 40, 0, 0, 0, 0, 0, 0};
const CostCases kCases{.label = kLabel, .score = kScore, .amount = kAmount};

std::vector<std::int32_t> Above(double threshold) {
  std::vector<std::int32_t> flagged;
  for (const double score : kScore) flagged.push_back(score >= threshold ? 1 : 0);
  return flagged;
}

// By hand: at 0.5 the case worth 30 is missed, one alarm, four reviews: (30 + 4 + 4 x 1) / 10 cases.
TEST(DecisionCost, AddsUpRowByRow) {
  const CostRequest request{.prices = {.miss = 1, .false_alarm = 4, .review = 1}, .base_rate = {}};
  const auto cost = *CostOfDecisions(kCases, Above(0.5), request);
  EXPECT_NEAR(cost.value, 1000 * 38.0 / 10, 1e-9);
  EXPECT_NEAR(cost.flag_none, 1000 * 100.0 / 10, 1e-9);
  EXPECT_NEAR(cost.flag_all, 1000 * (6 * 4 + 10 * 1.0) / 10, 1e-9);
  // At another base rate each class is averaged by itself: 33 / 4 of a positive (a miss of 30, three reviews), 5 / 6 of a negative.
  CostRequest rare = request;
  rare.base_rate = 0.01;
  EXPECT_NEAR(CostOfDecisions(kCases, Above(0.5), rare)->value, 1000 * (0.01 * 33 / 4 + 0.99 * 5 / 6), 1e-9);
}

// By hand: going down the scores flagging changes the cost by 1 - 10, +5, 1 - 20, 1 - 40, +5, then (30, a negative) 1 - 30 + 5,
// then +5 each: least at 0.2.
TEST(DecisionCost, TheCheapestThresholdFlagsTiesTogether) {
  const CostRequest request{.prices = {.miss = 1, .false_alarm = 4, .review = 1}, .base_rate = {}};
  EXPECT_EQ(*CheapestThreshold(kCases, request), 0.2);
  CostRequest dear = request;
  dear.prices.false_alarm = 1000;  // no flag pays after the first, which saves 9
  EXPECT_EQ(*CheapestThreshold(kCases, dear), 0.9);
  dear.prices.review = 50;
  EXPECT_EQ(*CheapestThreshold(kCases, dear), std::numeric_limits<double>::infinity());
}

TEST(DecisionCost, RefusesWhatIsNoCost) {
  CostRequest request{.prices = {.miss = -1}, .base_rate = {}};
  EXPECT_EQ(CostOfDecisions(kCases, Above(0.5), request).error().code, ErrorCode::kOutOfRange);
  request.prices.miss = 1;
  const std::vector<double> negative = {10, 20, -30, 40, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(CheapestThreshold({.label = kLabel, .score = kScore, .amount = negative}, request).error().code,
            ErrorCode::kOutOfRange);
  const std::vector<std::int32_t> one_class(10, 1);
  EXPECT_EQ(CheapestThreshold({.label = one_class, .score = kScore, .amount = {}}, request).error().code,
            ErrorCode::kOneClass);
}

// The true cost of a fixed threshold on normal scores is known; the interval covers it as often as it says, within three
// binomial errors of 200 draws.
TEST(DecisionCost, TheIntervalCovers) {
  const NormalScores source{2.5};
  const ErrorPrices prices{.miss = 100, .false_alarm = 4, .review = 1.2};
  const double recall = source.Recall(1.5), alarms = NormalScores{0}.Recall(1.5);
  const double truth = CostPer1000({recall, alarms, 0.02}, {100, 4, 1.2});
  int covered = 0;
  constexpr int kDraws = 200;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const OwnedCases owned = source.Draw(draw, 120, 1500);
    std::vector<std::int32_t> flagged;
    for (const double score : owned.score) flagged.push_back(score >= 1.5 ? 1 : 0);
    const auto cost = *CostOfDecisions({.label = owned.label, .score = owned.score, .amount = {}}, flagged,
                                       {.prices = prices, .base_rate = 0.02, .seed = draw, .replicates = 400});
    ASSERT_TRUE(cost.interval.has_value());
    covered += cost.interval->low <= truth && truth <= cost.interval->high ? 1 : 0;
  }
  EXPECT_GT(covered, kDraws * (0.95 - 3 * std::sqrt(0.95 * 0.05 / kDraws)));
}

// A threshold picked by the labels flatters itself; the one of the other half doesn't. Mean over draws against the truth
// of the best threshold, which no rule can beat.
TEST(DecisionCost, CrossFittingDoesNotFlatter) {
  const NormalScores source{1};
  const CostTerms terms{100, 50, 0};
  double best = CostPer1000({0, 0, 0.2}, terms);
  for (double t = -3; t < 5; t += 0.01) {
    best = std::min(best, CostPer1000({source.Recall(t), NormalScores{0}.Recall(t), 0.2}, terms));
  }
  const CostRequest request{.prices = {.miss = 100, .false_alarm = 50}, .base_rate = 0.2, .replicates = 100};
  double picked = 0, fitted = 0;
  constexpr int kDraws = 100;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const OwnedCases owned = source.Draw(draw, 20, 80);
    const CostCases cases{.label = owned.label, .score = owned.score, .amount = {}};
    const double threshold = *CheapestThreshold(cases, request);
    std::vector<std::int32_t> flagged;
    std::vector<bool> half;
    for (std::size_t i = 0; i < owned.score.size(); ++i) {
      flagged.push_back(owned.score[i] >= threshold ? 1 : 0);
      half.push_back(i % 2 == 0);
    }
    picked += CostOfDecisions(cases, flagged, request)->value / kDraws;
    fitted += CostOfDecisions(cases, *CrossFittedDecisions(cases, half, request), request)->value / kDraws;
  }
  EXPECT_LT(picked, best);
  EXPECT_GT(fitted, best);
}

// By hand: recall 0.8, alarms 0.1 at 1 in 10; a false alarm costs 4, a review 1.
TEST(BreakEvens, AreWhereTwoRulesCostTheSame) {
  const FlagShares shares{0.8, 0.1, 0.1};
  const CostTerms terms{100, 4, 1};
  const BreakEven flips = BreakEvenOf(shares, terms);
  EXPECT_NEAR(*flips.miss_above, 1 + 0.9 * 0.1 * 5 / 0.08, 1e-12);
  EXPECT_NEAR(*flips.ratio_above, *flips.miss_above / 4, 1e-12);
  const auto cost = [&](double recall, double alarms, double rate, double miss) {
    return CostPer1000({recall, alarms, rate}, {miss, 4, 1});
  };
  EXPECT_NEAR(cost(.8, .1, .1, *flips.miss_above), cost(0, 0, .1, *flips.miss_above), 1e-9);
  EXPECT_NEAR(cost(.8, .1, .1, *flips.miss_below), cost(1, 1, .1, *flips.miss_below), 1e-9);
  EXPECT_NEAR(cost(.8, .1, *flips.rate_above, 100), cost(0, 0, *flips.rate_above, 100), 1e-9);
  EXPECT_NEAR(cost(.8, .1, *flips.rate_below, 100), cost(1, 1, *flips.rate_below, 100), 1e-9);
  EXPECT_FALSE(BreakEvenOf({0, 0, 0.1}, terms).miss_above.has_value());
  EXPECT_FALSE(BreakEvenOf(shares, {0.5, 4, 1}).rate_above.has_value());  // a review costs more than a miss
}

TEST(FromCosts, PrecisionAndRecallJustPay) {
  const CostTerms terms{100, 4, 1};
  const double precision = *PrecisionFromCosts(terms);
  EXPECT_NEAR(precision, 5.0 / 104, 1e-12);
  // By hand: 100 flagged cases of that precision save p x 99 each and cost (1 - p) x 5 each.
  EXPECT_NEAR(precision * 99, (1 - precision) * 5, 1e-12);
  EXPECT_FALSE(PrecisionFromCosts({1, 4, 1}).has_value());
  const double recall = *RecallFromCosts(terms, 0.5, 0.1);
  const double alarms = 0.1 * recall / 0.9;  // as many false alarms as hits
  EXPECT_NEAR(CostPer1000({recall, alarms, 0.1}, terms), CostPer1000({1, 1, 0.1}, terms), 1e-9);
  EXPECT_FALSE(RecallFromCosts(terms, 0.01, 0.1).has_value());
}

TEST(CostCurves, HoldTheBaselinesAndTheEnvelope) {
  QualityColumns columns;
  columns.label = kLabel, columns.score = kScore;
  const auto curve = *BuildRankCurve(columns);
  const auto points = *CostCurve(curve, {0.75, 1.0 / 6, 0.4}, {0, 4, 1}, 1, 100, 5);
  ASSERT_EQ(points.size(), 5u);
  EXPECT_DOUBLE_EQ(points.front().ratio, 1);
  EXPECT_NEAR(points[2].ratio, 10, 1e-9);
  EXPECT_NEAR(points[2].flag_none, 1000 * 0.4 * 40, 1e-6);
  for (const CostCurvePoint& point : points) {
    EXPECT_LE(point.cheapest, std::min({point.flag_none, point.flag_all, point.at_threshold}) + 1e-9);
  }
  EXPECT_FALSE(CostCurve(curve, {0.75, 0.1, 0.4}, {0, 0, 1}, 1, 100, 5).has_value());
}

}  // namespace
}  // namespace assay::metric
