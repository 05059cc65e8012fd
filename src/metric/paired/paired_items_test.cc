// SPDX-License-Identifier: Apache-2.0
#include "metric/paired/paired_items.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "metric/detection/box_detection.h"
#include "metric/retrieval/ranked_query.h"

namespace assay::metric {
namespace {

struct Texts {
  std::vector<std::string> answers;
  std::vector<std::vector<std::string>> references;
  std::vector<std::int64_t> question;
  TextColumns columns;
  MetricInput Input() {
    columns.answer = answers, columns.references = references, columns.question = question;
    MetricInput input;
    input.text = &columns;
    return input;
  }
};

// Right where `right` says so; the right answer is always "yes".
Texts YesNo(std::size_t items, const std::vector<std::size_t>& wrong) {
  Texts texts;
  texts.answers.assign(items, "yes");
  texts.references.assign(items, {"yes"});
  for (const std::size_t i : wrong) texts.answers[i] = "no";
  return texts;
}

std::vector<std::size_t> Numbers(std::size_t from, std::size_t to) {
  std::vector<std::size_t> all;
  for (std::size_t i = from; i < to; ++i) all.push_back(i);
  return all;
}

ItemDifference Of(const char* metric, Texts& before, Texts& after, PairedRequest request = {}) {
  return *DifferenceOfItems(*FindMetric(metric), before.Input(), after.Input(), request);
}

// 18 lost and 6 gained of 200: McNemar exact, 2 P(X <= 6 of 24) = 2 x 190051 / 2^24 = 0.0227.
TEST(PairedItems, YesOrNoTakesMcNemar) {
  Texts before = YesNo(200, Numbers(0, 6)), after = YesNo(200, Numbers(10, 28));
  const ItemDifference items = Of("exact_match", before, after);
  EXPECT_TRUE(items.yes_no);
  EXPECT_NEAR(*items.of_all.difference, -0.06, 1e-12);
  EXPECT_NEAR(*items.of_all.p, 2 * 190051.0 / (1 << 24), 1e-12);
  EXPECT_EQ(items.of_all.test, "McNemar, exact");
  EXPECT_EQ(items.of_all.counts->only_first, 18u);
  EXPECT_EQ(items.of_all.counts->only_second, 6u);
}

// Four words each, one wrong in every other answer of the first and in none of the second: word error rate 1/8 and 0.
TEST(PairedItems, CountsAreSummedOnEachSide) {
  Texts before, after;
  for (int i = 0; i < 40; ++i) {
    before.references.push_back({"a b c d"}), after.references.push_back({"a b c d"});
    before.answers.push_back(i % 2 == 0 ? "a b c x" : "a b c d"), after.answers.push_back("a b c d");
  }
  const ItemDifference items = Of("wer", before, after);
  EXPECT_DOUBLE_EQ(*items.of_all.baseline, 0.125);
  EXPECT_DOUBLE_EQ(*items.of_all.other, 0);
  const auto interval = items.of_all.interval(0.95);
  EXPECT_LT(interval->high, 0);
  EXPECT_GT(interval->low, -0.25);
  EXPECT_LT(*items.of_all.p, 0.01);
  EXPECT_TRUE(items.baseline.empty());
}

// The difference of a mean is the mean of differences: the bootstrap's spread is that of the differences, not of the
// systems. Word overlap 1/2 or 1 on either side, always a quarter apart, but for a tenth of the items.
TEST(PairedItems, WhatItemsHaveInCommonCancels) {
  Texts before, after;
  for (int i = 0; i < 100; ++i) {
    const std::string right = "a1 b1 c1 d1";
    before.references.push_back({right}), after.references.push_back({right});
    before.answers.push_back(i % 2 == 0 ? "a1 b1" : right);
    after.answers.push_back(i % 2 == 0 ? (i % 20 == 0 ? "a1 b1 c1" : "a1 b1") : right);
  }
  const ItemDifference items = Of("squad_f1", before, after);
  // F1 of 2 of 4 words is 2/3, of 3 of 4 is 6/7: five items gain 4/21.
  EXPECT_NEAR(*items.of_all.difference, 5 * (4.0 / 21) / 100, 1e-12);
  const auto interval = items.of_all.interval(0.95);
  // Standard error of the mean of the differences: 4/21 x sqrt(.05 x .95 / 100) = 0.0042.
  EXPECT_NEAR(interval->high - interval->low, 2 * 1.96 * 0.00415, 0.003);
}

TEST(PairedItems, QuestionsAreDrawnWhole) {
  Texts before = YesNo(120, Numbers(0, 12)), after = YesNo(120, Numbers(0, 36));
  for (std::size_t i = 0; i < 120; ++i) before.question.push_back(static_cast<std::int64_t>(i / 12));
  const ItemDifference grouped = Of("exact_match", before, after);
  EXPECT_EQ(grouped.of_all.test, "paired bootstrap");
  before.question.clear();
  const ItemDifference single = Of("exact_match", before, after);
  const auto wide = grouped.of_all.interval(0.95), narrow = single.of_all.interval(0.95);
  EXPECT_GT(wide->high - wide->low, 1.5 * (narrow->high - narrow->low));
}

TEST(PairedItems, TooFewCantBeJudged) {
  Texts before, after;
  for (int i = 0; i < 9; ++i) {
    before.references.push_back({"a b"}), after.references.push_back({"a b"});
    before.answers.push_back("a x"), after.answers.push_back(i == 0 ? "a x" : "a b");
  }
  const ItemDifference items = Of("rouge_1", before, after);
  EXPECT_FALSE(items.of_all.interval);
  EXPECT_FALSE(items.of_all.p);
  EXPECT_NE(items.of_all.reason.find("fewer than 10 items"), std::string::npos);
}

// Twelve of twelve better by the same: no spread, but a direction: 2 / 2^12.
TEST(PairedItems, TheSameDifferenceEverywhereHasADirectionOnly) {
  Texts before, after;
  for (int i = 0; i < 12; ++i) {
    before.references.push_back({"a1 b1 c1 d1"}), after.references.push_back({"a1 b1 c1 d1"});
    before.answers.push_back("a1 b1"), after.answers.push_back("a1 b1 c1");
  }
  const ItemDifference items = Of("squad_f1", before, after);
  EXPECT_FALSE(items.of_all.interval);
  EXPECT_DOUBLE_EQ(*items.of_all.p, 2.0 / 4096);
  EXPECT_EQ(items.of_all.test, "sign test, exact");
}

TEST(PairedItems, ASystemWithItself) {
  Texts before = YesNo(50, Numbers(0, 7)), after = before;
  const ItemDifference items = Of("squad_f1", before, after);
  EXPECT_EQ(*items.of_all.difference, 0);
  EXPECT_EQ(*items.of_all.p, 1);
}

TEST(PairedItems, RankingsAndTries) {
  std::vector<RankedQuery> first, second;
  const std::vector<std::pair<std::string, double>> judged{{"g", 1}};
  const std::vector<ScoredDocument> found{{"g", 1.0}}, missed{{"d", 1.0}};
  for (int i = 0; i < 20; ++i) {
    first.push_back(RankQuery(i < 5 ? missed : found, judged));
    second.push_back(RankQuery(found, judged));
  }
  RankingColumns a{.ids = {}, .queries = &first}, b{.ids = {}, .queries = &second};
  MetricInput before, after;
  before.rankings = &a, after.rankings = &b;
  const auto recall = DifferenceOfItems(*FindMetric("recall_at_k"), before, after, {});
  ASSERT_TRUE(recall);
  EXPECT_EQ(*recall->of_all.difference, 0.25);
  EXPECT_DOUBLE_EQ(*recall->of_all.p, 2.0 / 32);

  const std::vector<std::uint64_t> tries(12, 4), none(12, 1), some{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4};
  TrialColumns c{.ids = {}, .tries = tries, .passed = none}, d{.ids = {}, .tries = tries, .passed = some};
  MetricInput less, more;
  less.trials = &c, more.trials = &d;
  const auto pass = DifferenceOfItems(*FindMetric("pass_at_k"), less, more, {});
  ASSERT_TRUE(pass);
  EXPECT_DOUBLE_EQ(*pass->of_all.difference, 0.375);  // 1/4 and the mean of 1/4, 1/2, 3/4, 1
  EXPECT_GT(pass->of_all.interval(0.95)->low, 0.1);
  // With five tries asked for, a problem of four says nothing, and so says the whole.
  const std::vector<std::uint64_t> five{5};
  less.k = five, more.k = five;
  EXPECT_FALSE(DifferenceOfItems(*FindMetric("pass_at_k"), less, more, {})->of_all.difference);
}

// Every image has one object. One side finds it exactly, the other misses the mark in half of the images.
TEST(PairedItems, BoxesAreDrawnByImage) {
  DetectionTask task;
  task.categories = {1};
  std::vector<DetectedBox> exact, shifted;
  for (std::int64_t i = 0; i < 24; ++i) {
    task.images.push_back(i);
    task.annotated.push_back({.image = i, .category = 1, .box = {10, 10, 40, 40}, .area = 1600});
    exact.push_back({i, 1, {10, 10, 40, 40}, 0.9});
    shifted.push_back({i, 1, {i % 2 == 0 ? 10.0 : 60.0, 10, 40, 40}, 0.9});
  }
  BoxColumns a{&task, &shifted}, b{&task, &exact};
  MetricInput before, after;
  before.boxes = &a, after.boxes = &b;
  const auto items = DifferenceOfItems(*FindMetric("coco_map"), before, after, {.replicates = 200});
  ASSERT_TRUE(items);
  EXPECT_NEAR(*items->of_all.other, 1, 1e-12);
  EXPECT_GT(items->of_all.interval(0.95)->low, 0);
  EXPECT_LT(*items->of_all.p, 0.05);
  MetricInput texts;
  EXPECT_EQ(DifferenceOfItems(*FindMetric("coco_map"), texts, texts, {}).error().code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace assay::metric
