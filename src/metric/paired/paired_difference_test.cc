// SPDX-License-Identifier: Apache-2.0
#include "metric/paired/paired_difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace assay::metric {
namespace {

// `count` cases with a label and two decisions.
struct Cell {
  std::int32_t label, before, after;
  int count;
};

PairedCases Paired(std::initializer_list<Cell> cells) {
  PairedCases cases;
  cases.classes = {"0", "1"};
  for (const Cell& cell : cells) {
    for (int i = 0; i < cell.count; ++i) {
      cases.ids.push_back("case " + std::to_string(cases.ids.size()));
      cases.label.push_back(cell.label);
      cases.predicted[0].push_back(cell.before);
      cases.predicted[1].push_back(cell.after);
    }
  }
  return cases;
}

PairedDifference Of(const char* metric, const PairedCases& cases) {
  auto result = DifferenceOf(*FindMetric(metric), cases, {});
  EXPECT_TRUE(result.has_value());
  return result ? *result : PairedDifference{};
}

// 200 cases, 150 right before; 12 broken and 12 fixed. McNemar: as many each way, p = 1.
TEST(PairedDifference, FlipsThatCancelAreNoDifference) {
  const auto result = Of("accuracy", Paired({{1, 1, 1, 138}, {1, 1, 0, 12}, {1, 0, 1, 12}, {1, 0, 0, 38}}));
  EXPECT_EQ(*result.difference, 0);
  EXPECT_EQ(result.p, 1);
  EXPECT_EQ(result.counts->only_first, 12u);
  EXPECT_EQ(result.counts->only_second, 12u);
  EXPECT_NEAR(result.interval(0.95)->low, -0.0507343, 1e-6);  // scipy 1.17.1, see paired_rate_test.cc
}

// 150 of 200 right before, 138 after: 18 broken, 6 fixed. scipy 1.17.1: binomtest(6, 24).pvalue.
TEST(PairedDifference, ALossIsShownWhereAnUnpairedTestSeesNone) {
  const auto result = Of("accuracy", Paired({{1, 1, 1, 132}, {1, 1, 0, 18}, {1, 0, 1, 6}, {1, 0, 0, 44}}));
  EXPECT_NEAR(*result.difference, -0.06, 1e-12);
  EXPECT_NEAR(*result.p, 0.022655844688415527, 1e-12);
  EXPECT_EQ(result.test, "McNemar, exact");
  EXPECT_NEAR(result.interval(0.95)->low, -0.11227264947275789, 1e-6);
  EXPECT_NEAR(result.interval(0.95)->high, -0.012972194602221366, 1e-6);
}

// A share of the baseline's value is known no better than the value: 190 of 200 right on both sides, no answer changed.
// Tango's bound without a change is z^2 / (n + z^2) = 0.018845, below the margin of 0.02 x 0.95 = 0.019; with the baseline's
// own error the lower end is 0.02 x 0.91 - 0.0188 < 0 (Clopper-Pearson of 190 of 200 from 0.91 on).
TEST(PairedDifference, AShareOfTheBaselineHasItsError) {
  const PairedCases cases = Paired({{1, 1, 1, 190}, {1, 0, 0, 10}});
  auto result = DifferenceOf(*FindMetric("accuracy"), cases, {.share = 0.98});
  ASSERT_TRUE(result.has_value());
  EXPECT_NEAR(*result->difference, 0.02 * 0.95, 1e-12);
  EXPECT_FALSE(result->p.has_value());
  const Interval interval = *result->interval(0.95);
  EXPECT_LT(interval.low, 0);
  EXPECT_GT(interval.low, 0.02 * 0.90 - 0.018846);
  EXPECT_GT(Of("accuracy", cases).interval(0.95)->low, -0.019);
}

// By replicates: a system's value less 0.9 of its own is a tenth of it, draw by draw.
TEST(PairedDifference, AShareOfTheBaselineInReplicates) {
  PairedCases cases = Paired({{1, 1, 1, 60}, {1, 0, 0, 40}, {0, 1, 1, 20}, {0, 0, 0, 80}});
  auto tenth = DifferenceOf(*FindMetric("f1"), cases, {.share = 0.9});
  ASSERT_TRUE(tenth.has_value());
  auto none = DifferenceOf(*FindMetric("f1"), cases, {.share = 1e-300});
  ASSERT_TRUE(none.has_value());
  EXPECT_NEAR(tenth->interval(0.95)->low, 0.1 * none->interval(0.95)->low, 1e-9);
  EXPECT_NEAR(tenth->interval(0.95)->high, 0.1 * none->interval(0.95)->high, 1e-9);
}

// Recall looks at positives alone: 10 of them, 2 broken, 1 fixed; the negatives' flips don't count.
TEST(PairedDifference, RecallIsOverPositives) {
  const auto result = Of("recall", Paired({{1, 1, 1, 5}, {1, 1, 0, 2}, {1, 0, 1, 1}, {1, 0, 0, 2}, {0, 0, 1, 30}}));
  EXPECT_EQ(result.n, 10u);
  EXPECT_NEAR(*result.difference, -0.1, 1e-12);
  EXPECT_EQ(result.p, 1);  // 1 of 3: two-sided 2 (1/8 + 3/8)
}

// From 200 differing cases on: chi-square (120 - 80)^2 / 200 = 8, p = 0.004677734981 (scipy 1.17.1 chi2.sf(8, 1)).
TEST(PairedDifference, ManyFlipsTakeChiSquare) {
  const auto result = Of("accuracy", Paired({{1, 1, 1, 500}, {1, 1, 0, 120}, {1, 0, 1, 80}}));
  EXPECT_EQ(result.test, "McNemar, chi-square");
  EXPECT_NEAR(*result.p, 0.004677734981, 1e-9);
}

// Precision isn't a mean over common cases. 80/100 -> 80/120 on nested flags: -2/15. Its interval by
// 100,000 multinomial draws in NumPy 2.4 (default_rng(1)): -0.1915 to -0.0813.
TEST(PairedDifference, PrecisionTakesThePairedBootstrap) {
  const auto result = Of("precision", Paired({{1, 1, 1, 80}, {0, 1, 1, 20}, {0, 0, 1, 20}, {0, 0, 0, 380}}));
  EXPECT_NEAR(*result.difference, -2.0 / 15, 1e-12);
  ASSERT_TRUE(result.interval);
  const auto interval = result.interval(0.95);
  EXPECT_NEAR(interval->low, -0.1915, 0.006);
  EXPECT_NEAR(interval->high, -0.0813, 0.006);
  EXPECT_LT(*result.p, 0.01);
}

TEST(PairedDifference, ScoresOfOneSystemDoNotDifferFromThemselves) {
  PairedCases cases = Paired({{1, 1, 1, 30}, {0, 0, 0, 60}});
  for (std::size_t i = 0; i < cases.ids.size(); ++i) {
    const double score = 0.5 + 0.4 * std::sin(static_cast<double>(i)) + (cases.label[i] == 1 ? 0.05 : 0);
    cases.score[0].push_back(score);
    cases.score[1].push_back(score);
  }
  for (const char* metric : {"average_precision", "roc_auc", "brier"}) {
    const auto result = Of(metric, cases);
    EXPECT_EQ(*result.difference, 0) << metric;
    EXPECT_EQ(*result.p, 1) << metric;
    ASSERT_TRUE(result.interval) << metric;
    EXPECT_EQ(result.interval(0.95)->low, 0) << metric;
  }
}

TEST(PairedDifference, UndefinedIsAReasonAndNoNumber) {
  const auto result = Of("recall", Paired({{0, 0, 1, 5}}));
  EXPECT_FALSE(result.difference);
  EXPECT_EQ(result.reason, "no positive");
  EXPECT_FALSE(DifferenceOf(*FindMetric("latency_p99"), Paired({{1, 1, 1, 1}}), {}).has_value());
}

// Of a normal interval the p-value is the normal one: |1| / 0.5 = 2, p = 0.0455 (Abramowitz, Stegun table 26.1).
TEST(PValueFromInterval, IsTheTestThatTheIntervalInverts) {
  const auto normal = [](double level) -> std::optional<Interval> {
    double low = 0, high = 40;
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      (std::erf(middle / std::sqrt(2.0)) < level ? low : high) = middle;
    }
    return Interval{1 - low * 0.5, 1 + low * 0.5, level, ""};
  };
  EXPECT_NEAR(*PValueFromInterval(normal, 0), 0.0455003, 1e-6);
  EXPECT_EQ(*PValueFromInterval(normal, 1), 1);
  EXPECT_FALSE(PValueFromInterval({}, 0));
}

TEST(PairCases, RefusesOtherCasesDoubledIdsAndOtherLabels) {
  const std::vector<std::string> ids{"a", "b", "c"}, others{"a", "b", "d"}, doubled{"a", "b", "b"}, turned{"c", "b", "a"};
  const std::vector<std::string> yes_no{"no", "yes"}, no_yes{"yes", "no"};
  const std::vector<std::int32_t> label{0, 1, 1}, label_turned{0, 0, 1};
  QualityColumns first{.ids = ids, .label = label, .predicted = label, .classes = yes_no};
  QualityColumns second{.ids = others, .label = label, .predicted = label, .classes = yes_no};
  EXPECT_EQ(PairCases(first, second).error().code, ErrorCode::kNotComparable);
  EXPECT_NE(PairCases(first, second).error().what.find("1 in the baseline alone (c), 1 in the other alone (d)"),
            std::string::npos);
  second.ids = doubled;
  EXPECT_EQ(PairCases(first, second).error().code, ErrorCode::kDuplicateId);
  second.ids = ids, second.label = label_turned;
  EXPECT_EQ(PairCases(first, second).error().what, "1 case has another label on the two sides (b)");
  // The same rows in another order, the same classes in another order.
  second.ids = turned, second.classes = no_yes, second.label = label_turned, second.predicted = label_turned;
  const auto pairs = PairCases(first, second);
  ASSERT_TRUE(pairs.has_value()) << pairs.error().what;
  EXPECT_EQ(pairs->predicted[1], label);
}

}  // namespace
}  // namespace assay::metric
