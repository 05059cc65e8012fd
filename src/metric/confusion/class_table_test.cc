// SPDX-License-Identifier: Apache-2.0
#include "metric/confusion/class_table.h"

#include <gtest/gtest.h>

#include "metric/golden_cases.h"

namespace assay::metric {
namespace {

ClassTable Count(const std::vector<std::int32_t>& label, const std::vector<std::int32_t>& predicted,
                 const std::vector<std::string>& classes = {}) {
  QualityColumns cases;
  cases.label = label;
  cases.predicted = predicted;
  cases.classes = classes;
  auto table = CountClasses(cases);
  EXPECT_TRUE(table.has_value());
  return *table;
}

// Right values: tests/golden/metric/confusion.jsonl, macro and weighted averages and the correlation.
TEST(ClassTable, EqualsTheReference) {
  int checked = 0;
  for (const GoldenCase& golden : ReadGolden("metric/confusion.jsonl")) {
    if (golden.fn != "multiclass_prf") continue;
    const auto integers = [&](const char* key) {
      std::vector<std::int32_t> numbers;
      for (const double number : GoldenNumbers(golden.in.Find(key))) numbers.push_back(static_cast<std::int32_t>(number));
      return numbers;
    };
    const ClassTable table = Count(integers("y"), integers("p"));
    const auto expected = [&](const char* key) { return GoldenNumber(*golden.expected.Find(key)); };
    const auto average = golden.params.Find("average")->AsString().value();
    double precision = 0, recall = 0, f1 = 0;
    for (const auto& [number, row] : table.rows) {
      const double share = average == "macro" ? 1 / static_cast<double>(table.rows.size())
                                              : row.actual.weight / table.all.weight;
      precision += share * row.Precision().value_or(0);
      recall += share * row.Recall().value_or(0);
      f1 += share * row.F1().value_or(0);
    }
    if (average == "micro") precision = recall = f1 = table.right.weight / table.all.weight;
    EXPECT_NEAR(precision, expected("p"), 1e-12) << golden.id;
    EXPECT_NEAR(recall, expected("r"), 1e-12) << golden.id;
    EXPECT_NEAR(f1, expected("f1"), 1e-12) << golden.id;
    if (average == "macro") {
      EXPECT_NEAR(*MacroF1(table, ClassSet::kLabelsOrDecisions), expected("f1"), 1e-12);
      EXPECT_NEAR(*MacroPrecision(table, ClassSet::kLabelsOrDecisions), expected("p"), 1e-12);
      EXPECT_NEAR(*MacroRecall(table, ClassSet::kLabelsOrDecisions), expected("r"), 1e-12);
    } else if (average == "weighted") {
      EXPECT_NEAR(*WeightedF1(table), expected("f1"), 1e-12);
    }
    EXPECT_NEAR(*MulticlassMcc(table), expected("mcc"), 1e-12) << golden.id;
    ++checked;
  }
  EXPECT_EQ(checked, 4);
}

// scikit-learn 1.9.1, f1_score(average="macro"): a perfect answer is 1 although class 1 of 0…2 never occurs; a class
// that only decisions know counts with 0, unless the mean is over the classes that have cases.
TEST(ClassTable, MacroF1SaysOverWhichClasses) {
  const std::vector<std::string> names{"cat", "dog", "eel"};
  const ClassTable perfect = Count({0, 2, 0, 2}, {0, 2, 0, 2}, names);
  EXPECT_EQ(*MacroF1(perfect, ClassSet::kLabelsOrDecisions), 1.0);
  EXPECT_EQ(ClassList(perfect, ClassSet::kLabelsOrDecisions, names), "cat, eel");

  const ClassTable stray = Count({0, 2, 0, 2, 2}, {0, 2, 1, 2, 2});
  EXPECT_NEAR(*MacroF1(stray, ClassSet::kLabelsOrDecisions), 0.555556, 5e-7);
  EXPECT_NEAR(*MacroF1(stray, ClassSet::kLabels), 0.833333, 5e-7);
  EXPECT_EQ(ClassList(stray, ClassSet::kLabelsOrDecisions, {}), "0, 1, 2");
  EXPECT_EQ(ClassList(stray, ClassSet::kLabels, {}), "0, 2");
}

TEST(ClassTable, TwoClassesGiveTheBinaryCorrelation) {
  for (std::uint64_t tp = 0; tp < 5; ++tp) {
    for (std::uint64_t fp = 0; fp < 5; ++fp) {
      std::vector<std::int32_t> label, predicted;
      const auto add = [&](std::uint64_t count, std::int32_t is, std::int32_t was_called) {
        label.insert(label.end(), count, is);
        predicted.insert(predicted.end(), count, was_called);
      };
      add(tp, 1, 1);
      add(fp, 0, 1);
      add(3, 1, 0);
      add(7, 0, 0);
      EXPECT_NEAR(*MulticlassMcc(Count(label, predicted)), *Mcc(ConfusionMatrix::FromCounts(tp, fp, 3, 7)), 1e-14);
    }
  }
}

TEST(ClassTable, RefusesAnUnknownClass) {
  const std::vector<std::int32_t> label{0, 3};
  const std::vector<std::int32_t> predicted{0, 0};
  const std::vector<std::string> names{"cat", "dog"};
  QualityColumns cases;
  cases.label = label;
  cases.predicted = predicted;
  cases.classes = names;
  EXPECT_EQ(CountClasses(cases).error().code, ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace assay::metric
