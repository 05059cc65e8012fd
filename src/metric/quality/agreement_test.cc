// SPDX-License-Identifier: Apache-2.0
// Cohen's kappa, the Jaccard index and the averages over classes.
#include <gtest/gtest.h>

#include <cmath>

#include "assay/metric.h"
#include "metric/golden_cases.h"

namespace assay {
namespace {

struct DecidedClasses {
  std::vector<std::int32_t> label, predicted;
  std::vector<std::string> classes;
  std::uint64_t unscored = 0;

  void Add(std::uint64_t count, std::int32_t is, std::int32_t called) {
    label.insert(label.end(), count, is);
    predicted.insert(predicted.end(), count, called);
  }
  std::vector<Measurement> Measure(std::string_view name) const {
    QualityColumns columns;
    columns.label = label;
    columns.predicted = predicted;
    columns.classes = classes;
    columns.unscored = unscored;
    MetricInput input;
    input.quality = &columns;
    const auto measured = FindMetric(name)->compute(input);
    EXPECT_TRUE(measured.has_value()) << name;
    return *measured;
  }
};

// Right values: tests/golden/metric/confusion.jsonl. Kappa is undefined where the reference has NaN
// and warns; Jaccard of no positive and no flagged case is undefined, 0 there.
TEST(Agreement, EqualsTheReference) {
  int checked = 0;
  for (const metric::GoldenCase& golden : metric::ReadGolden("metric/confusion.jsonl")) {
    if (golden.fn != "confusion_metrics" || golden.expected.Find("kappa") == nullptr) continue;
    const auto count = [&](const char* key) { return golden.in.Find(key)->AsUint64().value(); };
    DecidedClasses cases;
    cases.Add(count("tp"), 1, 1);
    cases.Add(count("fp"), 0, 1);
    cases.Add(count("fn"), 1, 0);
    cases.Add(count("tn"), 0, 0);
    const Measurement kappa = cases.Measure("cohen_kappa").front();
    const double right_kappa = metric::GoldenNumber(*golden.expected.Find("kappa")->Find("value"));
    ASSERT_EQ(kappa.value.has_value(), !std::isnan(right_kappa)) << golden.id;
    if (kappa.value) {
      EXPECT_NEAR(*kappa.value, right_kappa, 1e-12 * std::abs(right_kappa)) << golden.id;
    }

    const Measurement jaccard = cases.Measure("jaccard").front();
    const double right_jaccard =
        metric::GoldenNumber(*golden.expected.Find("jaccard")->Find("value"));
    ASSERT_EQ(jaccard.value.has_value(), count("tp") + count("fp") + count("fn") > 0) << golden.id;
    EXPECT_NEAR(jaccard.value.value_or(0), right_jaccard, 1e-12 * right_jaccard) << golden.id;
    ++checked;
  }
  EXPECT_EQ(checked, 11);
}

TEST(Agreement, SaysWhyThereIsNone) {
  DecidedClasses negatives;
  negatives.Add(10, 0, 0);
  EXPECT_EQ(negatives.Measure("cohen_kappa").front().note,
            "labels and decisions are all of one class: agreement by chance is 1");
  EXPECT_EQ(negatives.Measure("jaccard").front().note, "no positive, and no case was flagged");
  EXPECT_EQ(DecidedClasses().Measure("cohen_kappa").front().note, "no case was scored");
}

// Right values: tests/golden/metric/confusion.jsonl, averages over three and over five classes.
TEST(ClassAverages, EqualTheReference) {
  int checked = 0;
  for (const metric::GoldenCase& golden : metric::ReadGolden("metric/confusion.jsonl")) {
    if (golden.fn != "multiclass_prf") continue;
    DecidedClasses cases;
    for (const double y : metric::GoldenNumbers(golden.in.Find("y")))
      cases.label.push_back(static_cast<int>(y));
    for (const double p : metric::GoldenNumbers(golden.in.Find("p")))
      cases.predicted.push_back(static_cast<int>(p));
    const auto expect = [&](const char* name, const char* key) {
      const double right = metric::GoldenNumber(*golden.expected.Find(key));
      const Measurement measured = cases.Measure(name).front();
      EXPECT_NEAR(*measured.value, right, 1e-12 * right) << golden.id << " " << name;
      if (name != std::string("mcc")) {
        EXPECT_EQ(measured.note,
                  golden.id.starts_with("mc3") ? "classes: 0, 1, 2" : "classes: 0, 1, 2, 3, 4")
            << name;
      }
      ++checked;
    };
    const auto average = golden.params.Find("average")->AsString().value();
    expect("mcc", "mcc");
    if (average == "micro") expect("f1_micro", "f1");
    if (average == "weighted") expect("f1_weighted", "f1");
    if (average != "macro") continue;
    expect("precision_macro", "p");
    expect("recall_macro", "r");
    expect("f1_macro", "f1");
  }
  EXPECT_EQ(checked, 12);  // two cases macro, one weighted, one micro
}

// By hand: cat 2 of 2, dog 0 of 1 and never decided, eel only decided.
TEST(ClassAverages, AreUndefinedWithAClassOfZeroByZero) {
  DecidedClasses cases;
  cases.classes = {"cat", "dog", "eel"};
  cases.Add(2, 0, 0);
  cases.Add(1, 1, 2);
  const auto precision = cases.Measure("precision_macro");
  EXPECT_FALSE(precision[0].value.has_value());
  EXPECT_EQ(precision[0].note, "no case was decided as dog: precision 0 / 0");
  EXPECT_EQ(precision[1].metric, "precision_macro.with_decisions");
  EXPECT_EQ(precision[1].value, 0.5);
  EXPECT_EQ(precision[1].note, "classes: cat, eel");
  const auto recall = cases.Measure("recall_macro");
  EXPECT_FALSE(recall[0].value.has_value());
  EXPECT_EQ(recall[0].note, "no case is of class eel: recall 0 / 0");
  EXPECT_EQ(recall[1].metric, "recall_macro.with_cases");
  EXPECT_EQ(recall[1].value, 0.5);
  EXPECT_EQ(recall[1].note, "classes: cat, dog");
  EXPECT_NEAR(*cases.Measure("f1_weighted").front().value, 2.0 / 3, 1e-15);
}

TEST(ClassAverages, OfTwoClassesAreBalancedAccuracyAndAccuracy) {
  DecidedClasses cases;
  cases.Add(50, 1, 1);
  cases.Add(10, 0, 1);
  cases.Add(20, 1, 0);
  cases.Add(920, 0, 0);
  EXPECT_NEAR(*cases.Measure("recall_macro").front().value,
              *cases.Measure("balanced_accuracy").front().value, 1e-15);
  const Measurement micro = cases.Measure("f1_micro").front();
  EXPECT_EQ(micro.value, cases.Measure("accuracy").front().value);
  ASSERT_TRUE(micro.interval.has_value());
  cases.unscored = 5;
  EXPECT_LT(cases.Measure("f1_micro").front().interval->low, micro.interval->low);
  EXPECT_NE(cases.Measure("f1_micro").front().note.find("classes: 0, 1; 5 cases without an answer"),
            std::string::npos);
}

TEST(ClassAverages, NeitherOrderNorDuplicatesOfCasesCount) {
  DecidedClasses once, twice;
  for (std::int32_t i = 0; i < 60; ++i) once.Add(1, i % 3, i * i % 7 % 3);
  for (std::int32_t i = 60; i-- > 0;) twice.Add(2, i % 3, i * i % 7 % 3);
  for (const char* name :
       {"cohen_kappa", "precision_macro", "recall_macro", "f1_weighted", "f1_micro"}) {
    EXPECT_NEAR(*once.Measure(name).front().value, *twice.Measure(name).front().value, 1e-15)
        << name;
  }
  for (std::int32_t& number : once.label) number = number == 0 ? 0 : 1;
  for (std::int32_t& number : once.predicted) number = number == 0 ? 0 : 1;
  for (std::int32_t& number : twice.label) number = number == 0 ? 0 : 1;
  for (std::int32_t& number : twice.predicted) number = number == 0 ? 0 : 1;
  EXPECT_EQ(*once.Measure("jaccard").front().value, *twice.Measure("jaccard").front().value);
}

}  // namespace
}  // namespace assay
