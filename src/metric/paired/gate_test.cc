// SPDX-License-Identifier: Apache-2.0
#include "metric/paired/gate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "metric/rank/rank_curve.h"
#include "random/splitmix.h"

namespace assay::metric {
namespace {

struct Answers {
  std::vector<std::string> ids;
  std::vector<std::int32_t> label, predicted;
  std::vector<double> score;

  QualityColumns Get() const {
    QualityColumns columns;
    columns.ids = ids;
    columns.label = label;
    columns.predicted = predicted;
    columns.score = score;
    return columns;
  }
};

// 400 cases, one in four positive; scores know something of the label.
Answers Random(std::uint64_t seed, std::size_t count = 400) {
  Answers answers;
  for (std::size_t i = 0; i < count; ++i) {
    answers.ids.push_back("c" + std::to_string(i));
    answers.label.push_back(i % 4 == 0 ? 1 : 0);
    answers.score.push_back(random::ToUnit(random::SplitMixAt(seed, i)) + 0.3 * answers.label.back());
    answers.predicted.push_back(answers.score.back() > 0.7 ? 1 : 0);
  }
  return answers;
}

// By hand: 100 cases, both right on 90, the reference alone on 6, the system alone on 4. At share 1 the differences are
// -1 six times and +1 four times: mean -0.02, variance (10 - 100 x 0.0004) / 99; z(0.975) = 1.959963984540054.
TEST(PairedGate, OfAMeanIsNormalOverCases) {
  Answers system, reference;
  for (int i = 0; i < 100; ++i) {
    system.ids.push_back(std::to_string(i));
    system.label.push_back(0);
    system.predicted.push_back(i < 6 ? 1 : 0);
    reference.predicted.push_back(i >= 6 && i < 10 ? 1 : 0);
  }
  reference.ids = system.ids;
  reference.label = system.label;
  const auto interval = PairedGateInterval("top_1", system.Get(), reference.Get(), 1, 0.95, 0);
  ASSERT_TRUE(interval.has_value() && interval->has_value());
  const double half = 1.959963984540054 * std::sqrt((10 - 100 * 0.0004) / 99 / 100);
  EXPECT_NEAR((*interval)->low, -0.02 - half, 1e-12);
  EXPECT_NEAR((*interval)->high, -0.02 + half, 1e-12);
}

TEST(PairedGate, AgainstItselfOnlyTheShareIsLeft) {
  const Answers answers = Random(3);
  const auto recall = PairedGateInterval("recall", answers.Get(), answers.Get(), 1, 0.9, 0);
  EXPECT_EQ((*recall)->low, 0);
  EXPECT_EQ((*recall)->high, 0);
  const auto rank = PairedGateInterval("average_precision", answers.Get(), answers.Get(), 1, 0.9, 7);
  EXPECT_EQ((*rank)->low, 0);
  EXPECT_EQ((*rank)->high, 0);
  const auto gate = PairedGateInterval("average_precision", answers.Get(), answers.Get(), 0.99, 0.9, 7);
  EXPECT_GT((*gate)->low, 0);  // 1 % of it, whatever was drawn
}

TEST(PairedGate, TheBootstrapHoldsTheDifferenceAndRepeats) {
  const Answers system = Random(1);
  const Answers reference = Random(2);
  const double difference =
      *AveragePrecision(*BuildRankCurve(system.Get())) - *AveragePrecision(*BuildRankCurve(reference.Get()));
  const auto first = PairedGateInterval("average_precision", system.Get(), reference.Get(), 1, 0.95, 42);
  const auto second = PairedGateInterval("average_precision", system.Get(), reference.Get(), 1, 0.95, 42);
  EXPECT_LT((*first)->low, difference);
  EXPECT_GT((*first)->high, difference);
  EXPECT_EQ((*first)->low, (*second)->low);
  EXPECT_EQ((*first)->method, "paired bootstrap, 2000 replicates");
  const auto swapped = PairedGateInterval("average_precision", reference.Get(), system.Get(), 1, 0.95, 42);
  EXPECT_NEAR((*swapped)->low, -(*first)->high, 0.01);
}

TEST(PairedGate, HasNothingToSayForOthers) {
  const Answers answers = Random(5);
  EXPECT_FALSE(PairedGateInterval("mcc", answers.Get(), answers.Get(), 1, 0.9, 0)->has_value());
  const Answers few = Random(5, 20);
  EXPECT_FALSE(PairedGateInterval("accuracy", few.Get(), few.Get(), 1, 0.9, 0)->has_value());
  EXPECT_FALSE(PairedGateInterval("average_precision", few.Get(), few.Get(), 1, 0.9, 0)->has_value());
  QualityColumns unanswered = answers.Get();
  unanswered.unscored = 1;
  const Answers shorter = Random(5, 399);
  EXPECT_FALSE(PairedGateInterval("recall", unanswered, answers.Get(), 1, 0.9, 0)->has_value());
  EXPECT_FALSE(PairedGateInterval("recall", answers.Get(), shorter.Get(), 1, 0.9, 0)->has_value());
  Answers other = answers;
  other.label[7] = 1 - other.label[7];
  EXPECT_EQ(PairedGateInterval("recall", other.Get(), answers.Get(), 1, 0.9, 0).error().code,
            ErrorCode::kContradiction);
  other = answers;
  other.ids[1] = other.ids[0];
  other.label[1] = other.label[0];
  EXPECT_EQ(PairedGateInterval("recall", other.Get(), answers.Get(), 1, 0.9, 0).error().code, ErrorCode::kDuplicateId);
}

}  // namespace
}  // namespace assay::metric
