// SPDX-License-Identifier: Apache-2.0
#include "metric/confusion/confusion_matrix.h"

#include <gtest/gtest.h>

#include <cmath>

#include "metric/golden_cases.h"

namespace assay::metric {
namespace {

std::optional<double> Named(const ConfusionMatrix& matrix, const std::string& name) {
  if (name == "precision") return Precision(matrix);
  if (name == "recall") return Recall(matrix);
  if (name == "fbeta_0.5") return FBeta(matrix, 0.5);
  if (name == "fbeta_1") return FBeta(matrix, 1);
  if (name == "fbeta_2") return FBeta(matrix, 2);
  if (name == "mcc") return Mcc(matrix);
  if (name == "balanced_accuracy") return BalancedAccuracy(matrix);
  if (name == "accuracy") return Accuracy(matrix);
  ADD_FAILURE() << name;
  return std::nullopt;
}

// Right values: tests/golden/metric/confusion.jsonl. zero_division is what the reference puts in place of an undefined
// precision, recall or F; balanced accuracy without a class is undefined here, a number with a warning there.
TEST(ConfusionMatrix, EqualsTheReference) {
  int checked = 0;
  int undefined = 0;
  for (const GoldenCase& golden : ReadGolden("metric/confusion.jsonl")) {
    if (golden.fn != "confusion_metrics") continue;
    const auto count = [&](const char* key) { return golden.in.Find(key)->AsUint64().value(); };
    const auto matrix = ConfusionMatrix::FromCounts(count("tp"), count("fp"), count("fn"), count("tn"));
    const double replacement = GoldenNumber(*golden.params.Find("zero_division"));
    for (const auto& [name, result] : golden.expected.members()) {
      if (name == "kappa" || name == "jaccard") continue;  // quality/agreement_test.cc
      const double expected = GoldenNumber(*result.Find("value"));
      const auto found = Named(matrix, name);
      const std::string where = golden.id + " " + name;
      ++checked;
      if (found) {
        EXPECT_NEAR(*found, expected, 1e-12 * std::abs(expected)) << where;
        continue;
      }
      ++undefined;
      if (name == "balanced_accuracy") {
        EXPECT_NE(result.Find("warnings"), nullptr) << where;
      } else {
        EXPECT_TRUE(std::isnan(replacement) ? std::isnan(expected) : expected == replacement) << where;
      }
    }
  }
  EXPECT_GT(checked, 150);
  EXPECT_GT(undefined, 15);
}

// tp x tn and the product of the four sums leave 64 bits; the value is that of the same table divided by 10^6.
TEST(ConfusionMatrix, MccHoldsForHugeCounts) {
  const auto small = ConfusionMatrix::FromCounts(900, 100, 200, 98800);
  const auto huge = ConfusionMatrix::FromCounts(900'000'000, 100'000'000, 200'000'000, 98'800'000'000);
  EXPECT_NEAR(*Mcc(small), *Mcc(huge), 1e-14);
}

TEST(ConfusionMatrix, CountsWeightsAndLeavesOutZeroes) {
  const std::vector<std::int32_t> label{1, 1, 0, 0, 1};
  const std::vector<std::int32_t> predicted{1, 0, 1, 0, 1};
  const std::vector<double> weight{2, 1, 0.5, 3, 0};
  QualityColumns cases;
  cases.label = label;
  cases.predicted = predicted;
  cases.weight = weight;
  const auto matrix = CountConfusion(cases);
  ASSERT_TRUE(matrix.has_value());
  EXPECT_EQ(matrix->tp.weight, 2);
  EXPECT_EQ(matrix->fn.weight, 1);
  EXPECT_EQ(matrix->fp.weight, 0.5);
  EXPECT_EQ(matrix->tn.weight, 3);
  EXPECT_EQ(matrix->all().cases, 4u);
  EXPECT_TRUE(matrix->weighted);
  EXPECT_DOUBLE_EQ(matrix->positives().Effective(), 9.0 / 5);  // (2 + 1)^2 / (4 + 1)
}

TEST(ConfusionMatrix, RefusesWhatIsNotADecision) {
  const std::vector<std::string> ids{"a", "b"};
  const std::vector<std::int32_t> label{1, 0};
  std::vector<std::int32_t> predicted{1, 2};
  QualityColumns cases;
  cases.ids = ids;
  cases.label = label;
  cases.predicted = predicted;
  EXPECT_EQ(CountConfusion(cases).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(CountConfusion(cases).error().where.at(0).path, "b");
  cases.predicted = std::span(predicted).first(1);
  EXPECT_EQ(CountConfusion(cases).error().code, ErrorCode::kContradiction);
}

}  // namespace
}  // namespace assay::metric
