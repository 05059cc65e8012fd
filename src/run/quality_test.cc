// SPDX-License-Identifier: Apache-2.0
#include "run/quality.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "run/example_run_test.h"

namespace assay::run {
namespace {

constexpr char kPoint[] =
    "operating_point: {maximize: recall, subject_to: \"precision >= 0.9\", method: fixed_sequence, alpha: 0.05}\n";

bool Has(const std::vector<Measurement>& list, std::string_view metric) {
  return std::ranges::find(list, metric, &Measurement::metric) != list.end();
}

// 100 of 100 with score 0.9 are positive: certified. Of 150 positives, 100 are found.
TEST(DecideQuality, TakesTheCertifiedThreshold) {
  const spec::Spec spec = ReadExample(kPoint);
  const QualityResult quality = ExampleQuality(spec, "a", {{1, 0.9, 100}, {1, 0.2, 50}, {0, 0.2, 500}});
  ASSERT_TRUE(quality.operating_point.has_value());
  ASSERT_TRUE(quality.operating_point->threshold.has_value());
  EXPECT_EQ(*quality.operating_point->threshold, 0.9);
  EXPECT_NEAR(*quality.operating_point->recall, 100.0 / 150, 1e-12);
  EXPECT_EQ(*quality.operating_point->precision, 1.0);
  EXPECT_EQ(std::ranges::count(quality.decisions_at_point, 1), 100);
  EXPECT_TRUE(Has(quality.measurements_at_point, "recall"));
}

TEST(DecideQuality, AGridCertifiesToo) {
  std::string grid = kPoint;
  grid.replace(grid.find("fixed_sequence"), std::string_view("fixed_sequence").size(), "grid");
  const spec::Spec spec = ReadExample(grid);
  const QualityResult quality = ExampleQuality(spec, "a", {{1, 0.9, 100}, {1, 0.2, 50}, {0, 0.2, 500}});
  ASSERT_TRUE(quality.operating_point.has_value());
  EXPECT_EQ(quality.operating_point->method, "grid");
  ASSERT_TRUE(quality.operating_point->threshold.has_value()) << quality.operating_point->statement;
  EXPECT_EQ(*quality.operating_point->threshold, 0.9);
}

TEST(DecideQuality, WithoutACertifiedThresholdThereAreNoDecisions) {
  const spec::Spec spec = ReadExample(kPoint);
  const QualityResult quality = ExampleQuality(spec, "a", {{1, 0.9, 2}, {0, 0.2, 8}});
  ASSERT_TRUE(quality.operating_point.has_value());
  EXPECT_FALSE(quality.operating_point->threshold.has_value());
  EXPECT_TRUE(quality.operating_point->optimistic.has_value());
  EXPECT_FALSE(quality.operating_point->statement.empty());
  EXPECT_TRUE(quality.decisions_at_point.empty());
  EXPECT_TRUE(quality.measurements_at_point.empty());
  EXPECT_TRUE(Has(quality.at_point_for_claims, "recall"));  // so that a claim can fail even there
}

TEST(DecideQuality, ASpecWithoutAnOperatingPointHasNone) {
  const QualityResult quality = ExampleQuality(ReadExample(""), "a", {{1, 0.9, 2}, {0, 0.2, 8}});
  EXPECT_FALSE(quality.operating_point.has_value());
  EXPECT_TRUE(quality.at_point_for_claims.empty());
}

TEST(MeasureQuality, MeasuresWhatTheSpecNames) {
  const spec::Spec spec = ReadExample(
      "scoring: {primary: roc_auc, report: [brier]}\n"
      "claims: [{id: c, metric: recall, bound: \">= 0.5\"}]\n");
  const QualityResult quality = ExampleQuality(spec, "a", {{1, 0.9, 2}, {0, 0.2, 8}});
  for (const char* metric : {"roc_auc", "brier", "recall", "accuracy"}) EXPECT_TRUE(Has(quality.measurements, metric)) << metric;
  EXPECT_FALSE(Has(quality.measurements, "f1"));
  EXPECT_FALSE(Has(quality.measurements, "latency_p99"));
}

TEST(MeasureQuality, MulticlassHasDecisionsAndNoScores) {
  const auto spec = spec::ReadSpecText(
      "assay: spec/1\ntask: {name: t, kind: multiclass}\nsystems: [{id: a, executor: synthetic}]\n"
      "scoring: {primary: top_1}\n", "spec.yaml", {});
  ASSERT_TRUE(spec.has_value()) << spec.error().at(0).what;
  QualityResult quality{.system = "a", .split = "main"};
  quality.cases.classes = {"x", "y", "z"};
  quality.cases.ids = {"1", "2", "3", "4"};
  quality.cases.label = {0, 1, 2, 2};
  quality.cases.predicted = {0, 1, 2, 1};
  ASSERT_TRUE(DecideQuality(*spec, quality).has_value());
  ASSERT_TRUE(MeasureQuality(*spec, quality, nullptr, {}).has_value());
  EXPECT_FALSE(quality.operating_point.has_value());
  ASSERT_TRUE(Has(quality.measurements, "top_1"));
  EXPECT_EQ(quality.measurements.at(0).value, 0.75);
}

CellResult PricedCell(const std::string& system, double per_thousand) {
  CellResult cell = ExampleCell(system, 1, {1'000'000});
  cell.measurements = {{.metric = "cost_per_request", .value = per_thousand, .unit = Unit::kMoneyPer1000}};
  return cell;
}

TEST(ErrorCosts, AreMoneyPerCase) {
  const spec::Spec spec = ReadExample("costs: {fn: 120EUR, fp: 4EUR, review: 1.2EUR, serve: 0.02EUR/1000}\n");
  const CostInputs cost = ErrorCosts(spec, "a", {});
  EXPECT_EQ(cost.fn, 120.0);
  EXPECT_EQ(cost.fp, 4.0);
  EXPECT_EQ(cost.review, 1.2);
  EXPECT_NEAR(*cost.serve, 0.00002, 1e-15);
}

TEST(ErrorCosts, ServingIsTheSystemsOwnCostOfALoad) {
  const spec::Spec spec = ReadExample("costs: {fn: 120EUR, serve: from_serving}\n");
  const std::vector<CellResult> cells = {PricedCell("b", 9), PricedCell("a", 5)};
  EXPECT_NEAR(*ErrorCosts(spec, "a", cells).serve, 0.005, 1e-15);
  EXPECT_FALSE(ErrorCosts(spec, "c", cells).serve.has_value());
  EXPECT_FALSE(ErrorCosts(ReadExample(""), "a", cells).fn.has_value());
}

// b's baseline is a: 10 of 100 cases that a has right, b has wrong. Each at its default decision.
TEST(MeasureQuality, FlipsAreAgainstTheBaseline) {
  const spec::Spec spec = ReadExample("claims: [{id: c, metric: flips_broken, for: {system: b}, bound: \"<= 50%\"}]\n");
  QualityResult a{.system = "a", .split = "main", .cases = ExampleCases({{1, 0.9, 10}, {0, 0.1, 90}})};
  QualityResult b{.system = "b", .split = "main", .cases = ExampleCases({{1, 0.1, 10}, {0, 0.1, 90}})};
  ASSERT_TRUE(MeasureQuality(spec, b, &a, {}).has_value());
  const auto flips = std::ranges::find(b.measurements, "flips_broken", &Measurement::metric);
  ASSERT_NE(flips, b.measurements.end());
  EXPECT_NEAR(*flips->value, 0.1, 1e-12);
  ASSERT_TRUE(MeasureQuality(spec, a, nullptr, {}).has_value());
  EXPECT_FALSE(Has(a.measurements, "flips_broken"));
}

}  // namespace
}  // namespace assay::run
