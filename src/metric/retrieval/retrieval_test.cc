// SPDX-License-Identifier: Apache-2.0
// Values of scikit-learn and trec_eval stand in tests/golden/metric/retrieval.jsonl, which assay vectors runs.
#include <gtest/gtest.h>

#include <cmath>

#include "metric/retrieval/discounted_gain.h"
#include "metric/retrieval/ranked_query.h"
#include "metric/retrieval/ranking.h"

namespace assay::metric {
namespace {

TEST(Ranking, TheRulesDifferOnTiesOnly) {
  const std::vector<double> tied{0.5, 0.9, 0.5, 0.5};
  EXPECT_EQ(OrderByScore(tied), (std::vector<std::size_t>{1, 0, 2, 3}));
  EXPECT_EQ(TrecOrder(tied, std::vector<std::string>{"d1", "d2", "d9", "d4"}), (std::vector<std::size_t>{1, 2, 3, 0}));
  const std::vector<double> apart{0.1, 0.4, 0.2};
  EXPECT_EQ(OrderByScore(apart), NumpyOrder(apart));
}

// Scores that differ as doubles and are equal in single precision.
TEST(Ranking, TrecComparesInSinglePrecision) {
  const std::vector<double> scores{0.1, 0.10000000149011612};
  EXPECT_EQ(TrecOrder(scores, std::vector<std::string>{"b", "a"}), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(OrderByScore(scores), (std::vector<std::size_t>{1, 0}));
}

// By hand: gains 3 and 7 for relevance 2 and 3.
TEST(DiscountedGain, ExponentialGain) {
  const std::vector<double> ranked{2, 3};
  EXPECT_DOUBLE_EQ(DiscountedGain(ranked, {}, Gain::kExponential), 3 + 7 / std::log2(3.0));
  EXPECT_DOUBLE_EQ(IdealGain(ranked, 1, Gain::kLinear), 3);
}

// Two orders of two tied documents: the mean of both.
TEST(DiscountedGain, TiesAreTheMeanOverOrders) {
  const std::vector<double> relevance{1, 3};
  const double one = DiscountedGain(relevance, {}, Gain::kLinear);
  const double other = DiscountedGain(std::vector<double>{3, 1}, {}, Gain::kLinear);
  EXPECT_DOUBLE_EQ(TieAveragedGain(relevance, std::vector<double>{0.5, 0.5}, {}, Gain::kLinear), (one + other) / 2);
}

// Ranked: relevant, judged irrelevant, not judged, relevant; a third relevant one isn't retrieved.
TEST(RankedQuery, MeasuresByHand) {
  const std::vector<ScoredDocument> retrieved{{"a", 4}, {"b", 3}, {"c", 2}, {"d", 1}};
  const std::vector<std::pair<std::string, double>> judged{{"a", 1}, {"b", 0}, {"d", 2}, {"z", 1}};
  const RankedQuery query = RankQuery(retrieved, judged);
  EXPECT_DOUBLE_EQ(PrecisionAt(query, 2), 0.5);
  EXPECT_DOUBLE_EQ(RecallAt(query, 4), 2.0 / 3);
  EXPECT_DOUBLE_EQ(RPrecision(query), 1.0 / 3);
  EXPECT_DOUBLE_EQ(ReciprocalRank(query), 1);
  EXPECT_DOUBLE_EQ(HitAt(query, 1), 1);
  EXPECT_DOUBLE_EQ(RankedAveragePrecision(query), (1 + 2.0 / 4) / 3);
  EXPECT_DOUBLE_EQ(BinaryPreference(query), (1 + 0) / 3.0);  // one irrelevant judged before, of min(3, 1)
  EXPECT_EQ(RecallAt(RankQuery(retrieved, {}), 4), 0);
}

}  // namespace
}  // namespace assay::metric
