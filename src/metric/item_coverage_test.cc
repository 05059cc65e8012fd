// SPDX-License-Identifier: Apache-2.0
// How often the bootstrap interval of a mean over items holds that of the source: scores between 0 and 1 as text metrics give
// them, of independent answers and of several answers to each question. Fixed seeds.
#include <gtest/gtest.h>

#include <cmath>

#include "metric/item_scores.h"
#include "random/splitmix.h"

namespace assay::metric {
namespace {

constexpr int kDraws = 200;

struct Covered {
  double below = 0, inside = 0, above = 0;  // the true mean, of the interval
};

// Scores skewed towards 1, a share exactly 1, as F1 and ROUGE have them: 1 with chance 0.3, else 1 - u^2. `alike` of them are
// the question's own draw. The mean is 0.3 + 0.7 x 2/3.
constexpr double kTrueMean = 0.3 + 0.7 * 2 / 3;

Items DrawItems(std::uint64_t seed, std::size_t questions, std::size_t answers, double alike) {
  const random::SplitMix draws(seed, 77);
  Items items;
  items.rows.width = 2;
  std::uint64_t at = 0;
  const auto score = [&] {
    const double chance = draws.UnitAt(at++);
    const double u = draws.UnitAt(at++);
    return chance < 0.3 ? 1.0 : 1 - u * u;
  };
  for (std::size_t question = 0; question < questions; ++question) {
    const double own = score();
    for (std::size_t answer = 0; answer < answers; ++answer) {
      const double value = draws.UnitAt(at++) < alike ? own : score();
      items.rows.values.insert(items.rows.values.end(), {value, 1.0});
      if (answers > 1) items.group.push_back(static_cast<std::int64_t>(question));
    }
  }
  return items;
}

Covered CountCovered(std::size_t questions, std::size_t answers, double alike, bool forget_questions = false) {
  Covered covered;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    Items items = DrawItems(draw, questions, answers, alike);
    if (forget_questions) items.group.clear();
    const auto mean = MeanOfItems({}, items, {.seed = draw});
    if (!mean || !mean->interval) return {};
    (kTrueMean < mean->interval->low ? covered.below : kTrueMean > mean->interval->high ? covered.above : covered.inside) +=
        1.0 / kDraws;
  }
  return covered;
}

void ExpectNominal(const Covered& covered, const std::string& name) {
  const double error = std::sqrt(0.95 * 0.05 / kDraws);  // 1.5 %; of 2,400 draws: 94.8 % and 95.2 %
  testing::Test::RecordProperty(name, std::to_string(covered.inside));
  EXPECT_NEAR(covered.inside, 0.95, 3 * error) << name;
  EXPECT_LT(covered.below, 0.025 + 3 * std::sqrt(0.025 * 0.975 / kDraws)) << name;
  EXPECT_LT(covered.above, 0.025 + 3 * std::sqrt(0.025 * 0.975 / kDraws)) << name;
}

TEST(ItemCoverage, OfIndependentAnswersIsNominal) { ExpectNominal(CountCovered(80, 1, 0), "answers"); }

// Whole questions are drawn. As if all answers were independent, the interval would hold the mean far less often.
TEST(ItemCoverage, OfAnswersToQuestionsIsNominal) {
  ExpectNominal(CountCovered(160, 3, 0.8), "questions");
  EXPECT_LT(CountCovered(160, 3, 0.8, true).inside, 0.85);
}

}  // namespace
}  // namespace assay::metric
