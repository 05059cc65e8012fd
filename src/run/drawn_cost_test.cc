// SPDX-License-Identifier: Apache-2.0
#include "run/drawn_cost.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"
#include "run/cost_curve.h"
#include "run/example_run_test.h"
#include "run/row_amounts.h"

namespace assay::run {
namespace {

const Measurement* Part(const std::vector<Measurement>& list, const std::string& part) {
  const auto found = std::ranges::find(list, "error_cost_per_1000" + part, &Measurement::metric);
  return found == list.end() ? nullptr : &*found;
}

// 20 of 100 positives missed, 90 of 900 negatives flagged.
const std::vector<CaseGroup> kGroups = {{1, 0.9, 80}, {1, 0.1, 20}, {0, 0.9, 90}, {0, 0.1, 810}};

spec::Spec Priced(const std::string& costs) { return ReadExample("costs: " + costs + "\n"); }

QualityResult Measured(const spec::Spec& spec, const std::vector<CaseGroup>& groups, const QualityResult* baseline,
                       std::vector<double> miss = {}) {
  QualityResult quality{.system = "a", .split = "main", .cases = ExampleCases(groups), .complete = true};
  quality.cases.miss_amount = std::move(miss);
  EXPECT_TRUE(DecideQuality(spec, quality).has_value());
  EXPECT_TRUE(MeasureQuality(spec, quality, baseline, ErrorCosts(spec, "a", {})).has_value());
  return quality;
}

// By arithmetic at the cases' own 10 %: 2,000 missed, 170 reviews, 90 alarms at 4; none 10,000; all 3,600 + 1,000.
TEST(DrawCosts, SaysHowSureItIsThatDecisionsPay) {
  const QualityResult quality = Measured(Priced("{fn: 100EUR, fp: 4EUR, review: 1EUR}"), kGroups, nullptr);
  EXPECT_NEAR(*Part(quality.measurements, "")->value, 2000 + 170 + 360, 1e-9);
  EXPECT_EQ(*Part(quality.measurements, ".p_below_flag_none")->value, 1);
  EXPECT_EQ(*Part(quality.measurements, ".p_below_flag_all")->value, 1);
  EXPECT_EQ(Part(quality.measurements, ".p_below_baseline"), nullptr);
  EXPECT_EQ(Part(quality.measurements, "")->interval->method, "clopper-pearson of both classes");
}

// A system costs what its copy costs in every draw, which counts half; one that flags nobody is never cheaper.
TEST(DrawCosts, ComparesWithTheBaselineOnTheSameDraws) {
  const spec::Spec spec = Priced("{fn: 100EUR, fp: 4EUR, review: 1EUR}");
  const QualityResult baseline = Measured(spec, kGroups, nullptr);
  const QualityResult same = Measured(spec, kGroups, &baseline);
  EXPECT_EQ(*Part(same.measurements, ".p_below_baseline")->value, 0.5);
  EXPECT_EQ(*Part(same.measurements, ".less_baseline")->value, 0);
  const QualityResult none = Measured(spec, {{1, 0.1, 100}, {0, 0.1, 900}}, &baseline);
  EXPECT_EQ(*Part(none.measurements, ".p_below_baseline")->value, 0);
  EXPECT_NEAR(*Part(none.measurements, ".less_baseline")->value, 10'000 - 2530, 1e-9);
  EXPECT_GT(Part(none.measurements, ".less_baseline")->interval->low, 0);
}

// The first 80 positives are found; the amounts of the others, 180 to 199, cost 3,790, and all of them 100 x 149.5.
TEST(DrawCosts, TakesEachCasesOwnAmount) {
  std::vector<double> amounts(1000, 7);
  for (std::size_t i = 0; i < 100; ++i) amounts[i] = static_cast<double>(100 + i);
  const QualityResult quality = Measured(Priced("{fn: {column: amount}, fp: 4EUR, review: 1EUR}"), kGroups, nullptr, amounts);
  const Measurement& total = *Part(quality.for_claims, "");
  EXPECT_NEAR(*total.value, 3790 + 170 + 360, 1e-9);
  EXPECT_NEAR(*Part(quality.for_claims, ".flag_none")->value, 14'950, 1e-9);
  EXPECT_LT(total.interval->low, 4320);
  EXPECT_GT(total.interval->high, 4320);
  EXPECT_NE(total.note.find("each case at its own amounts"), std::string::npos);
}

// Without a certified point the curve is of the default decision. The rule's line crosses flagging none at a ratio of
// 1 / 4 + 0.9 x 0.1 x 5 / (0.1 x 0.8) / 4 = 1.65625, by hand from the two costs set equal.
TEST(CostCurvesOf, GivesTheRatioWhereARuleBeginsToPay) {
  Evaluation evaluation{.spec = Priced("{fn: 100EUR, fp: 4EUR, review: 1EUR}")};
  evaluation.quality = {Measured(evaluation.spec, kGroups, nullptr)};
  const auto curves = CostCurvesOf(evaluation);
  ASSERT_TRUE(curves.has_value());
  ASSERT_EQ(curves->size(), 1u);
  const report::CostCurve& curve = curves->front();
  EXPECT_NEAR(*curve.pays_from, 1.65625, 1e-12);
  EXPECT_EQ(curve.stated_ratio, 25);
  EXPECT_NEAR(curve.cost, 2530, 1e-9);
  ASSERT_EQ(curve.points.size(), 61u);
  for (const report::CostCurvePoint& point : curve.points) {
    EXPECT_EQ(point.rule < point.flag_none, point.ratio > 1.65625) << point.ratio;
    EXPECT_NEAR(point.weight, 0.1 * point.ratio / (0.1 * point.ratio + 0.9), 1e-12);
    EXPECT_NEAR(point.flag_none, point.weight, 1e-12);  // missing all of the positives is all that misses can cost
    EXPECT_LE(*point.cheapest, std::min({point.rule, point.flag_none}) + 1e-12);
  }
}

TEST(CostCurvesOf, NeedsThePricesOfBothErrors) {
  Evaluation evaluation{.spec = Priced("{fn: 100EUR}")};
  evaluation.quality = {Measured(evaluation.spec, kGroups, nullptr)};
  EXPECT_TRUE(CostCurvesOf(evaluation)->empty());
}

// Amounts come back from the run's file, by the place of the case; a damaged file is an error.
TEST(RowAmounts, AreReadBackForEachCase) {
  const TestFolder folder;
  ASSERT_TRUE(base::WriteFileAtomically(folder.In("cases.csv"), "id,y,amount\nx,1,12.5\nz,0,0\n").has_value());
  spec::Spec spec = Priced("{fn: {column: amount, factor: 2}, fp: 4EUR}");
  spec.file = folder.In("spec.yaml");
  const auto data = OpenData(spec);
  ASSERT_TRUE(data.has_value());
  ASSERT_TRUE(WriteRowAmounts(spec, *data, folder.path()).has_value());
  const auto amounts = ReadRowAmounts(spec, folder.path());
  ASSERT_TRUE(amounts.has_value()) << amounts.error().what;
  record::CaseLine x, z;
  x.id = "x", x.index = 0, z.id = "z", z.index = 1;
  ScoredCases cases;
  cases.ids = {"z"}, cases.missing = {{.id = "x", .label = 1}};
  ASSERT_TRUE(AddAmounts(*amounts, std::vector{x, z}, cases).has_value());
  EXPECT_EQ(cases.miss_amount, (std::vector<double>{0}));
  EXPECT_EQ(cases.missing.front().miss_amount, 12.5);
  EXPECT_TRUE(cases.alarm_amount.empty());
  EXPECT_EQ(*ErrorCosts(spec, "a", {}).fn, 2);
  ASSERT_TRUE(base::WriteFileAtomically(folder.In("amounts.json"), "{\"fn\": [1, -1]}\n").has_value());
  EXPECT_EQ(ReadRowAmounts(spec, folder.path()).error().code, ErrorCode::kBadRecord);
}

}  // namespace
}  // namespace assay::run
