// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "assay/metric.h"

namespace assay {
namespace {

struct Decided {
  std::vector<std::int32_t> label, predicted;
  QualityColumns columns;

  Decided& Add(std::uint64_t count, std::int32_t is, std::int32_t called) {
    label.insert(label.end(), count, is);
    predicted.insert(predicted.end(), count, called);
    columns.label = label;
    columns.predicted = predicted;
    return *this;
  }
  std::vector<Measurement> Measure(const char* name, double level = 0.95) const {
    MetricInput input;
    input.quality = &columns;
    input.level = level;
    const auto measured = FindMetric(name)->compute(input);
    EXPECT_TRUE(measured.has_value()) << name;
    return *measured;
  }
};

// tp 50, fp 10, fn 20, tn 920. Values: scikit-learn 1.9.1, tests/golden/metric/confusion.jsonl, c50_10_20_920.
TEST(Decisions, EqualTheReferenceThroughTheirMetrics) {
  Decided cases;
  cases.Add(50, 1, 1).Add(10, 0, 1).Add(20, 1, 0).Add(920, 0, 0);
  const auto value = [&](const char* name) { return *cases.Measure(name).front().value; };
  EXPECT_NEAR(value("precision"), 0.8333333333333334, 1e-12);
  EXPECT_NEAR(value("recall"), 0.7142857142857143, 1e-12);
  EXPECT_NEAR(value("specificity"), 920.0 / 930, 1e-15);
  EXPECT_NEAR(value("f1"), 0.7692307692307693, 1e-12);
  EXPECT_NEAR(value("f_beta"), 0.7352941176470589, 1e-12);
  EXPECT_NEAR(*cases.Measure("f_beta")[1].value, 0.8064516129032258, 1e-12);
  EXPECT_NEAR(value("mcc"), 0.75584967683511, 1e-12);
  EXPECT_NEAR(value("balanced_accuracy"), 0.8517665130568357, 1e-12);
  EXPECT_NEAR(value("accuracy"), 0.97, 1e-12);
  EXPECT_NEAR(value("top_1"), 0.97, 1e-12);
  EXPECT_EQ(cases.Measure("recall").front().n, 70u);
  EXPECT_EQ(cases.Measure("precision").front().n, 60u);

  const auto confusion = cases.Measure("confusion");
  ASSERT_EQ(confusion.size(), 5u);
  EXPECT_EQ(confusion[1].metric, "confusion.tp");
  EXPECT_EQ(confusion[1].value, 50);
  EXPECT_EQ(confusion[2].value, 10);
  EXPECT_EQ(confusion[3].value, 20);
  EXPECT_EQ(confusion[4].value, 920);
}

// One positive in 50: flagging nobody is 98 % accurate, and so is all that the number says.
TEST(Accuracy, HasTheAllNegativeBaselineBesideIt) {
  Decided cases;
  cases.Add(1, 1, 0).Add(49, 0, 0);
  const auto measured = cases.Measure("accuracy");
  EXPECT_DOUBLE_EQ(*measured[0].value, 0.98);
  EXPECT_EQ(measured[1].metric, "accuracy.baseline");
  EXPECT_DOUBLE_EQ(*measured[1].value, 0.98);
  EXPECT_EQ(measured[0].note, "all negative gives 0.98");
}

TEST(Accuracy, ComparesWithTheCommonestOfManyClasses) {
  const std::vector<std::string> names{"cat", "dog", "eel"};
  Decided cases;
  cases.Add(2, 0, 0).Add(5, 2, 2).Add(3, 1, 0);
  cases.columns.classes = names;
  const auto measured = cases.Measure("accuracy");
  EXPECT_DOUBLE_EQ(*measured[0].value, 0.7);
  EXPECT_DOUBLE_EQ(*measured[1].value, 0.5);
  EXPECT_EQ(measured[1].note, "always eel");
  EXPECT_FALSE(cases.Measure("precision").front().value.has_value());
  EXPECT_EQ(cases.Measure("precision").front().note, "defined for two classes, and there are 3");
}

// A missing class leaves a value undefined, with the reason; it is never 0.
TEST(Decisions, AreUndefinedWithoutTheirClass) {
  Decided negatives;
  negatives.Add(10, 0, 0);
  EXPECT_EQ(negatives.Measure("recall").front().note, "no positive");
  EXPECT_EQ(negatives.Measure("precision").front().note, "no case was flagged");
  EXPECT_EQ(negatives.Measure("balanced_accuracy").front().note, "no positive");
  EXPECT_FALSE(negatives.Measure("f1").front().value.has_value());
  EXPECT_FALSE(negatives.Measure("f_beta").front().value.has_value());
  EXPECT_EQ(negatives.Measure("mcc").front().value, 0);
  EXPECT_EQ(negatives.Measure("mcc").front().note, "labels are all of one class: 0 by convention");
  Decided positives;
  positives.Add(10, 1, 1);
  EXPECT_EQ(positives.Measure("specificity").front().note, "no negative");
}

TEST(Decisions, UnscoredCasesAreNamedAndWidenTheInterval) {
  Decided cases;
  cases.Add(18, 1, 1).Add(2, 1, 0).Add(20, 0, 0);
  const Measurement sure = cases.Measure("recall").front();
  cases.columns.unscored = 3;
  const Measurement unsure = cases.Measure("recall").front();
  EXPECT_EQ(sure.value, unsure.value);
  EXPECT_LT(unsure.interval->low, sure.interval->low);
  EXPECT_GT(unsure.interval->high, sure.interval->high);
  EXPECT_NE(unsure.note.find("3 cases without an answer"), std::string::npos);
}

// 90 of 100 positives and 1 of 100 negatives flagged: Bayes gives 0.47619 at a base rate of 1 %. A perfect 10 of 10
// flagged at base rate = prevalence has Clopper-Pearson's lower end (alpha/2)^(1/10).
TEST(PrecisionAtBaseRate, NeedsAStatedBaseRate) {
  Decided pilot;
  pilot.Add(90, 1, 1).Add(10, 1, 0).Add(1, 0, 1).Add(99, 0, 0);
  EXPECT_EQ(pilot.Measure("precision_at_base_rate").front().note, "no base rate is stated");
  pilot.columns.base_rate = 0.01;
  const Measurement measured = pilot.Measure("precision_at_base_rate").front();
  EXPECT_NEAR(*measured.value, 0.47619, 5e-6);
  EXPECT_LT(measured.interval->low, *measured.value);
  EXPECT_GT(measured.interval->high, *measured.value);

  Decided perfect;
  perfect.Add(10, 1, 1).Add(10, 0, 0);
  perfect.columns.base_rate = 0.5;
  EXPECT_NEAR(perfect.Measure("precision_at_base_rate").front().interval->low, std::pow(0.025, 0.1), 1e-10);
}

TEST(MacroF1, PrintsItsClassList) {
  Decided cases;
  cases.Add(2, 0, 0).Add(2, 2, 2).Add(1, 2, 1);
  const auto measured = cases.Measure("f1_macro");
  EXPECT_EQ(measured[0].note, "classes: 0, 1, 2");
  EXPECT_EQ(measured[1].note, "classes: 0, 2");
}

TEST(Decisions, DuplicatingEveryCaseKeepsTheValue) {
  Decided once, twice;
  once.Add(7, 1, 1).Add(3, 0, 1).Add(2, 1, 0).Add(50, 0, 0);
  twice.Add(14, 1, 1).Add(6, 0, 1).Add(4, 1, 0).Add(100, 0, 0);
  for (const char* name : {"accuracy", "precision", "recall", "specificity", "f1", "mcc", "f1_macro"}) {
    EXPECT_NEAR(*once.Measure(name).front().value, *twice.Measure(name).front().value, 1e-15) << name;
  }
}

}  // namespace
}  // namespace assay
