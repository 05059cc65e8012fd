// SPDX-License-Identifier: Apache-2.0
#include "metric/confusion/flips.h"

#include <gtest/gtest.h>

namespace assay::metric {
namespace {

struct Decided {
  std::vector<std::string> ids;
  std::vector<std::int32_t> label, predicted;

  QualityColumns Get() const {
    QualityColumns columns;
    columns.ids = ids;
    columns.label = label;
    columns.predicted = predicted;
    return columns;
  }
};

// Counted by hand: a broken on a positive, b fixed on a positive, d broken on a negative; e and f have no partner.
const Decided kBaseline{{"a", "b", "c", "d", "e"}, {1, 1, 1, 0, 1}, {1, 0, 1, 0, 1}};
const Decided kSystem{{"d", "c", "b", "a", "f"}, {0, 1, 1, 1, 0}, {1, 1, 1, 0, 0}};

TEST(Flips, PairsByIdInAnyOrder) {
  const auto all = PairFlips(kSystem.Get(), kBaseline.Get(), FlipCases::kAll);
  ASSERT_TRUE(all.has_value());
  EXPECT_EQ(all->pairs, 4u);
  EXPECT_EQ(all->broken, 2u);
  EXPECT_EQ(all->fixed, 1u);
  EXPECT_EQ(all->unpaired, 2u);
  const auto positives = PairFlips(kSystem.Get(), kBaseline.Get(), FlipCases::kPositives);
  EXPECT_EQ(positives->pairs, 3u);
  EXPECT_EQ(positives->broken, 1u);
  EXPECT_EQ(positives->unpaired, 1u);  // e; f is a negative
}

TEST(Flips, SwappingTheSystemsSwapsBrokenAndFixed) {
  const auto forth = PairFlips(kSystem.Get(), kBaseline.Get(), FlipCases::kAll);
  const auto back = PairFlips(kBaseline.Get(), kSystem.Get(), FlipCases::kAll);
  EXPECT_EQ(forth->broken, back->fixed);
  EXPECT_EQ(forth->fixed, back->broken);
  EXPECT_EQ(forth->unpaired, back->unpaired);
}

TEST(Flips, RefusesTwoLabelsAndTwins) {
  Decided other = kSystem;
  other.label[0] = 1;
  EXPECT_EQ(PairFlips(other.Get(), kBaseline.Get(), FlipCases::kAll).error().code, ErrorCode::kContradiction);
  other = kSystem;
  other.ids[1] = "d";
  other.label[1] = 0;
  EXPECT_EQ(PairFlips(other.Get(), kBaseline.Get(), FlipCases::kAll).error().code, ErrorCode::kDuplicateId);
  other = kBaseline;
  other.ids[1] = "a";
  EXPECT_EQ(PairFlips(kSystem.Get(), other.Get(), FlipCases::kAll).error().code, ErrorCode::kDuplicateId);
}

// Clopper-Pearson by hand at k = n = 1: [alpha/2, 1]; McNemar exact for 1 against 0: 1.
TEST(Flips, MeasuresShareIntervalAndTest) {
  Decided one{{"a"}, {1}, {0}};
  const QualityColumns system = one.Get();
  const QualityColumns baseline = kBaseline.Get();
  MetricInput input;
  input.quality = &system;
  EXPECT_FALSE(FindMetric("flips_broken_on_positives")->compute(input)->at(0).value.has_value());
  input.baseline = &baseline;
  const auto measured = FindMetric("flips_broken_on_positives")->compute(input);
  ASSERT_TRUE(measured.has_value());
  EXPECT_EQ(measured->at(0).metric, "flips_broken_on_positives");
  EXPECT_EQ(measured->at(0).value, 1.0);
  EXPECT_NEAR(measured->at(0).interval->low, 0.025, 1e-12);
  EXPECT_EQ(measured->at(0).interval->high, 1.0);
  EXPECT_EQ(measured->at(3).metric, "flips_broken_on_positives.p");
  EXPECT_NEAR(*measured->at(3).value, 1, 1e-12);
}

}  // namespace
}  // namespace assay::metric
