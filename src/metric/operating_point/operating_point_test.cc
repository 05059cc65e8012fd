// SPDX-License-Identifier: Apache-2.0
#include "metric/operating_point/operating_point.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/normal_scores.h"

namespace assay::metric {
namespace {

RankCurve Curve(const std::vector<std::int32_t>& label, const std::vector<double>& score,
                const std::vector<double>& weight = {}) {
  QualityColumns cases;
  cases.label = label;
  cases.score = score;
  cases.weight = weight;
  return *BuildRankCurve(cases);
}

// The `good` highest scores are positives, then `mixed` negatives, then one positive and the rest negatives.
RankCurve Blocks(std::size_t good, std::size_t mixed, std::size_t rest) {
  std::vector<std::int32_t> label(good, 1);
  label.insert(label.end(), mixed, 0);
  label.push_back(1);
  label.insert(label.end(), rest, 0);
  std::vector<double> score;
  for (std::size_t i = 0; i < label.size(); ++i) score.push_back(1 - static_cast<double>(i) / 1e6);
  return Curve(label, score);
}

// By hand: 40 of 40 flagged are positive, bound 0.05^(1/40) = 0.928; with all of 400 flagged the precision is 0.1025.
TEST(OperatingPoint, CertifiesTheLastRankThatPasses) {
  const auto point = CertifyOperatingPoint(Blocks(40, 300, 59), {.min_precision = 0.5});
  ASSERT_TRUE(point.has_value());
  ASSERT_TRUE(point->threshold.has_value());
  ASSERT_GE(point->tried.size(), 3u);
  EXPECT_EQ(point->tried.front().flagged, 20u);
  EXPECT_NEAR(point->tried.front().precision_bound, std::pow(0.05, 1.0 / 20), 1e-10);
  EXPECT_FALSE(point->tried.back().passed);
  EXPECT_EQ(*point->threshold, point->tried[point->tried.size() - 2].threshold);
  EXPECT_GE(*point->precision_bound, 0.5);
  EXPECT_GE(point->precision, *point->precision_bound);
  EXPECT_NEAR(point->recall, 40.0 / 41, 1e-12);
  EXPECT_FALSE(point->recall_bound.has_value());
}

// By hand: each of 32 tests has 0.05 / 32; a perfect record of n flags reaches (0.05 / 32)^(1 / n).
TEST(OperatingPoint, AGridTestsAllRanksEachMoreStrictly) {
  const auto curve = Blocks(60, 300, 59);
  const auto point = CertifyOperatingPoint(curve, {.min_precision = 0.5, .method = CertifyMethod::kGrid});
  ASSERT_TRUE(point->threshold.has_value());
  EXPECT_EQ(point->method, "grid");
  const TriedThreshold& first = point->tried.front();
  EXPECT_NEAR(first.precision_bound, std::pow(0.05 / 32, 1.0 / static_cast<double>(first.flagged)), 1e-10);
  EXPECT_EQ(point->tried.back().flagged, 420u);  // goes on to the end, though many tests fail
  EXPECT_FALSE(point->tried.back().passed);
  const auto sequence = CertifyOperatingPoint(curve, {.min_precision = 0.5});
  EXPECT_LE(point->recall, sequence->recall);
}

// By hand: 50 of 50 on either half, so that both bounds are 0.05^(1/50) = 0.942.
TEST(OperatingPoint, ASplitConfirmsOnTheOtherHalf) {
  const auto half = Blocks(50, 200, 30);
  const auto point = CertifyBySplit(half, half, {.min_precision = 0.9});
  ASSERT_TRUE(point->threshold.has_value());
  ASSERT_EQ(point->tried.size(), 1u);
  EXPECT_GE(*point->precision_bound, 0.9);
  // A half without the good scores confirms nothing, one whose scores lie lower has nothing to confirm with.
  std::vector<std::int32_t> label(100, 0);
  label.back() = 1;
  EXPECT_FALSE(CertifyBySplit(half, Curve(label, std::vector<double>(100, 1.0)), {.min_precision = 0.9})->threshold);
  EXPECT_FALSE(CertifyBySplit(half, Curve(label, std::vector<double>(100, -1.0)), {.min_precision = 0.9})->threshold);
  EXPECT_FALSE(CertifyBySplit(Curve(label, std::vector<double>(100, 1.0)), half, {.min_precision = 0.9})->threshold);
}

TEST(OperatingPoint, SplitsAlphaWhenRecallIsClaimedToo) {
  const auto point = CertifyOperatingPoint(Blocks(40, 300, 59), {.min_precision = 0.5, .recall_claimed = true});
  EXPECT_DOUBLE_EQ(point->confidence, 0.975);
  ASSERT_TRUE(point->recall_bound.has_value());
  EXPECT_LT(*point->recall_bound, point->recall);
}

// Precision 1/2 at 1 % among cases with 50 % positives is 99 / 100 there (odds 1 x 99): 20 flagged can't show that, so
// the first test looks at twice the 299 that a perfect record needs.
TEST(OperatingPoint, MeansPrecisionAtTheBaseRate) {
  std::vector<std::int32_t> label(1000, 1);
  label.insert(label.end(), 1000, 0);
  std::vector<double> score;
  for (std::size_t i = 0; i < label.size(); ++i) score.push_back(-static_cast<double>(i));
  const auto point = CertifyOperatingPoint(Curve(label, score), {.min_precision = 0.5, .base_rate = 0.01});
  ASSERT_TRUE(point->threshold.has_value());
  EXPECT_EQ(point->tried.front().flagged, 598u);
  EXPECT_GE(*point->precision_bound, 0.5);
  EXPECT_LE(point->tried.back().precision_bound, 0.5);
}

TEST(OperatingPoint, SaysHowManyPositivesWouldCertify) {
  // 14 of the first 20 are positive: at 0.7, precision 0.6 needs far more cases; none would certify 0.7 itself.
  std::vector<std::int32_t> label;
  for (int i = 0; i < 20; ++i) label.push_back(i % 10 < 7 ? 1 : 0);
  label.resize(200, 0);
  std::vector<double> score;
  for (std::size_t i = 0; i < label.size(); ++i) score.push_back(-static_cast<double>(i));
  const auto near = CertifyOperatingPoint(Curve(label, score), {.min_precision = 0.6});
  EXPECT_FALSE(near->threshold.has_value());
  EXPECT_FALSE(near->reason.empty());
  ASSERT_TRUE(near->positives_needed.has_value());
  EXPECT_GT(*near->positives_needed, 14u);
  const auto beyond = CertifyOperatingPoint(Curve(label, score), {.min_precision = 0.7});
  EXPECT_FALSE(beyond->threshold.has_value());
  EXPECT_FALSE(beyond->positives_needed.has_value());
}

TEST(OperatingPoint, FlagsTiesTogether) {
  const std::vector<std::int32_t> label(100, 1);
  std::vector<std::int32_t> mixed = label;
  mixed.resize(200, 0);
  const std::vector<double> score(200, 0.5);
  const auto point = CertifyOperatingPoint(Curve(mixed, score), {.min_precision = 0.4});
  ASSERT_TRUE(point->threshold.has_value());
  EXPECT_EQ(point->tried.size(), 1u);
  EXPECT_EQ(point->tried.front().flagged, 200u);
  EXPECT_EQ(point->flagged_rate, 1);
}

TEST(OperatingPoint, IsUndefinedWithTheReason) {
  EXPECT_EQ(CertifyOperatingPoint(Curve({0, 0}, {1, 2}), {.min_precision = 0.5})->reason, "no positive");
  EXPECT_EQ(CertifyOperatingPoint(Curve({1, 1}, {1, 2}), {.min_precision = 0.5})->reason, "no negative");
  EXPECT_FALSE(CertifyOperatingPoint(Curve({1, 0}, {1, 2}, {1, 2}), {.min_precision = 0.5})->threshold.has_value());
  EXPECT_EQ(CertifyOperatingPoint(Curve({1, 0}, {2, 1}), {.min_precision = 1}).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(DescribeOperatingPoint(Curve({1, 0}, {2, 1}), {.min_precision = 0.5, .base_rate = 0.0}).error().code,
            ErrorCode::kOutOfRange);
}

// By hand: the top two are positive, all four have precision 3/4 at threshold 0.1.
TEST(OperatingPoint, DescriptiveIsRecallAtPrecision) {
  const RankCurve curve = Curve({1, 1, 0, 1}, {.9, .8, .2, .1});
  const auto point = DescribeOperatingPoint(curve, {.min_precision = 0.75});
  EXPECT_EQ(point->threshold, 0.1);
  EXPECT_EQ(point->recall, 1);
  EXPECT_EQ(point->precision, 0.75);
  EXPECT_FALSE(point->precision_bound.has_value());
  EXPECT_FALSE(DescribeOperatingPoint(Curve({0, 1}, {2, 1}), {.min_precision = 0.9})->threshold.has_value());
}

// Negatives N(0, 1), positives N(2.5, 1): the true precision of a threshold is known, so breaking the bound can be
// counted. At alpha 0.05, 200 draws break it 19 times or more with probability below 0.005 if the method holds.
void ExpectBoundHolds(std::size_t positives, std::size_t negatives, std::optional<double> base_rate) {
  const double where = base_rate.value_or(static_cast<double>(positives) / static_cast<double>(positives + negatives));
  const NormalScores source{2.5};
  int broken = 0;
  int certified = 0;
  for (std::uint64_t draw = 0; draw < 200; ++draw) {
    const auto curve = *BuildRankCurve(source.Draw(draw, positives, negatives).Get());
    const auto point = CertifyOperatingPoint(curve, {.min_precision = 0.5, .base_rate = base_rate});
    if (!point->threshold) continue;
    ++certified;
    broken += source.Precision(*point->threshold, where) < 0.5 ? 1 : 0;
  }
  EXPECT_GT(certified, 150);
  EXPECT_LT(broken, 19);
}

TEST(OperatingPoint, HoldsOnNewCases) {
  ExpectBoundHolds(60, 1140, std::nullopt);
  ExpectBoundHolds(150, 1000, 0.03);
}

}  // namespace
}  // namespace assay::metric
