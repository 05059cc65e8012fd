// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "assay/metric.h"
#include "metric/golden_cases.h"

namespace assay {
namespace {

struct Scored {
  std::vector<std::int32_t> label;
  std::vector<double> score, weight;
  std::optional<double> min_precision;

  Result<std::vector<Measurement>> Measure(const char* name) const {
    QualityColumns columns;
    columns.label = label;
    columns.score = score;
    columns.weight = weight;
    columns.min_precision = min_precision;
    MetricInput input;
    input.quality = &columns;
    return FindMetric(name)->compute(input);
  }
};

// Right values: tests/golden/metric/binary_rank.jsonl. Scores that are no probabilities are an error there, undefined
// with a reason here.
TEST(Brier, EqualsTheReference) {
  int checked = 0;
  for (const metric::GoldenCase& golden : metric::ReadGolden("metric/binary_rank.jsonl")) {
    if (golden.fn != "brier") continue;
    Scored cases;
    for (const double y : metric::GoldenNumbers(golden.in.Find("y"))) cases.label.push_back(y == 1 ? 1 : 0);
    cases.score = metric::GoldenNumbers(golden.in.Find("s"));
    cases.weight = metric::GoldenNumbers(golden.in.Find("w"));
    const auto measured = cases.Measure("brier");
    const bool refused = golden.expected.Find("error") != nullptr;
    ++checked;
    if (!measured) {
      EXPECT_TRUE(refused) << golden.id;
      continue;
    }
    ASSERT_EQ(measured->front().value.has_value(), !refused) << golden.id;
    if (refused) continue;
    const double expected = metric::GoldenNumber(*golden.expected.Find("value"));
    EXPECT_NEAR(*measured->front().value, expected, 1e-12 * expected) << golden.id;
  }
  EXPECT_EQ(checked, 27);
}

// Two ties at 0.5 and a prevalence of 1/2: values as in the reference case all_equal_zero (AP 0.5, ROC 0.5).
TEST(AveragePrecision, HasThePrevalenceBesideIt) {
  const Scored cases{{1, 0, 1, 0}, {0, 0, 0, 0}, {}, {}};
  const auto measured = *cases.Measure("average_precision");
  EXPECT_EQ(measured[0].value, 0.5);
  EXPECT_EQ(measured[0].note, "prevalence 0.5, lift 1");
  EXPECT_EQ(measured[1].metric, "average_precision.baseline");
  EXPECT_EQ(measured[1].value, 0.5);
  EXPECT_NE(measured[0].interval->method.find("approximate"), std::string::npos);
  EXPECT_EQ(cases.Measure("roc_auc")->front().value, 0.5);
}

// A slice of one class: no number takes the place of an undefined value, except a trivial 1 that is named so.
TEST(Scores, OfOneClassAreUndefinedWithTheReason) {
  const Scored negatives{{0, 0, 0, 0}, {.1, .2, .3, .4}, {}, {}};
  EXPECT_EQ(negatives.Measure("average_precision")->front().note, "no positive");
  EXPECT_FALSE(negatives.Measure("average_precision")->front().value.has_value());
  EXPECT_EQ(negatives.Measure("roc_auc")->front().note, "no positive");
  const Scored positives{{1, 1, 1}, {.1, .2, .3}, {}, {}};
  EXPECT_EQ(positives.Measure("roc_auc")->front().note, "no negative");
  EXPECT_EQ(positives.Measure("average_precision")->front().value, 1.0);
  EXPECT_EQ(positives.Measure("average_precision")->front().note, "no negative: 1 whatever the scores are");
}

// By hand: flagging the top two has precision 1/2, the top one 1, all four 1/2.
TEST(RecallAtPrecision, SaysWhatItCosts) {
  Scored cases{{1, 0, 0, 1}, {.9, .8, .2, .1}, {}, {}};
  EXPECT_FALSE(cases.Measure("recall_at_precision")->front().value.has_value());
  cases.min_precision = 0.6;
  const auto measured = *cases.Measure("recall_at_precision");
  EXPECT_EQ(measured[0].value, 0.5);
  EXPECT_EQ(measured[1].value, 1.0);
  EXPECT_EQ(measured[2].value, 0.9);
  cases.label = {0, 1, 0, 1};
  const auto unreachable = *cases.Measure("recall_at_precision");
  EXPECT_EQ(unreachable[0].value, 0);
  EXPECT_EQ(unreachable[0].note, "no threshold reaches precision 0.6");
  EXPECT_FALSE(unreachable[2].value.has_value());
}

TEST(Scores, RefuseWhatIsNotFinite) {
  const Scored cases{{1, 0}, {std::nan(""), 0.5}, {}, {}};
  for (const char* name : {"average_precision", "roc_auc", "recall_at_precision", "brier"}) {
    ASSERT_FALSE(cases.Measure(name).has_value()) << name;
    EXPECT_EQ(cases.Measure(name).error().code, ErrorCode::kNotFinite) << name;
  }
}

}  // namespace
}  // namespace assay
