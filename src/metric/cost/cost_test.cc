// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "assay/metric.h"
#include "metric/golden_cases.h"

namespace assay {
namespace {

// By hand: 1.84 an hour at 400 requests a second is 1.84 / 1,440,000 a request, 1,000 times that per 1,000.
TEST(CostPerRequest, IsPriceOverRate) {
  CostInputs cost;
  cost.price_per_hour = 1.84;
  cost.rate_at_sla = 400;
  MetricInput input;
  input.cost = &cost;
  const auto* metric = FindMetric("cost_per_request");
  EXPECT_DOUBLE_EQ(*metric->compute(input)->front().value, 1.84 / 1440);
  cost.replicas = 2;
  EXPECT_DOUBLE_EQ(*metric->compute(input)->front().value, 2 * 1.84 / 1440);
  cost.rate_at_sla = 0;
  EXPECT_FALSE(metric->compute(input)->front().value.has_value());
  cost.rate_at_sla.reset();
  EXPECT_EQ(metric->compute(input)->front().note, "no rate was measured that meets the SLA");
  cost.price_per_hour.reset();
  EXPECT_EQ(metric->compute(input)->front().note, "no price is stated");
}

struct Decided {
  std::vector<std::int32_t> label, predicted;
  void Add(std::uint64_t count, std::int32_t is, std::int32_t called) {
    label.insert(label.end(), count, is);
    predicted.insert(predicted.end(), count, called);
  }
};

// Right values: tests/golden/metric/shift_and_delong.jsonl, prior_shift: precision and cost of the same four counts at
// another base rate.
TEST(ErrorCost, AndPrecisionFollowTheBaseRate) {
  int checked = 0;
  for (const metric::GoldenCase& golden : metric::ReadGolden("metric/shift_and_delong.jsonl")) {
    if (golden.fn != "prior_shift") continue;
    const auto count = [&](const char* key) { return golden.in.Find(key)->AsUint64().value(); };
    Decided cases;
    cases.Add(count("tp"), 1, 1);
    cases.Add(count("pos") - count("tp"), 1, 0);
    cases.Add(count("fp"), 0, 1);
    cases.Add(count("neg") - count("fp"), 0, 0);
    QualityColumns quality;
    quality.label = cases.label;
    quality.predicted = cases.predicted;
    quality.base_rate = golden.params.Find("pi")->AsDouble();
    const base::JsonValue& expected = *golden.expected.Find("expected_cost_per_1000");
    CostInputs cost;
    cost.fn = expected.Find("c_fn")->AsDouble();
    cost.fp = expected.Find("c_fp")->AsDouble();
    cost.review = expected.Find("c_review")->AsDouble();
    MetricInput input;
    input.quality = &quality;
    input.cost = &cost;
    const double total = expected.Find("value")->AsDouble().value();
    EXPECT_NEAR(*FindMetric("error_cost_per_1000")->compute(input)->front().value, total, 1e-9 * total) << golden.id;
    const double precision = golden.expected.Find("ppv")->AsDouble().value();
    EXPECT_NEAR(*FindMetric("precision_at_base_rate")->compute(input)->front().value, precision, 1e-9) << golden.id;
    ++checked;
  }
  EXPECT_EQ(checked, 4);
}

// By hand at base rate 1/2 (2 of 4 cases), all right: only reviews cost; nobody flagged costs 1,000 x 1/2 x 100; all
// flagged 1,000 x (1/2 x 10 + 1).
TEST(ErrorCost, StandsBesideDoingNothing) {
  Decided cases;
  cases.Add(2, 1, 1);
  cases.Add(2, 0, 0);
  QualityColumns quality;
  quality.label = cases.label;
  quality.predicted = cases.predicted;
  CostInputs cost;
  cost.fn = 100;
  cost.fp = 10;
  cost.review = 1;
  cost.serve = 0.002;
  MetricInput input;
  input.quality = &quality;
  input.cost = &cost;
  const auto all = *FindMetric("error_cost_per_1000")->compute(input);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_DOUBLE_EQ(*all[0].value, 500);  // the reviews of the two true alarms
  EXPECT_EQ(all[1].metric, "error_cost_per_1000.flag_none");
  EXPECT_DOUBLE_EQ(*all[1].value, 50'000);
  EXPECT_DOUBLE_EQ(*all[2].value, 6'000);
  EXPECT_DOUBLE_EQ(*all[3].value, 502);
}

// By hand: 0 of 10 missed and 0 of 10 flagged leave 1 - 0.0125^(1/10) of either open, 1.25 % on the side that can be.
TEST(ErrorCost, HasAnIntervalThatNoErrorLeavesOpen) {
  Decided cases;
  cases.Add(10, 1, 1);
  cases.Add(10, 0, 0);
  QualityColumns quality;
  quality.label = cases.label;
  quality.predicted = cases.predicted;
  quality.base_rate = 0.1;
  CostInputs cost;
  cost.fn = 100;
  cost.fp = 10;
  MetricInput input;
  input.quality = &quality;
  input.cost = &cost;
  const auto all = *FindMetric("error_cost_per_1000")->compute(input);
  ASSERT_TRUE(all[0].interval.has_value());
  EXPECT_DOUBLE_EQ(all[0].interval->low, 0);
  const double open = 1 - std::pow(0.0125, 0.1);
  EXPECT_NEAR(all[0].interval->high, 1000 * (0.1 * open * 100 + 0.9 * open * 10), 1e-6);
}

}  // namespace
}  // namespace assay
