// SPDX-License-Identifier: Apache-2.0
// Metrics of decisions, as scikit-learn 1.9.1 gives them.
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "metric/confusion/class_table.h"
#include "metric/confusion/confusion_matrix.h"
#include "run/vectors/vector_function.h"

namespace assay::run {
namespace {

using base::JsonValue;


// The reference's number for 0 / 0.
Result<double> ZeroDivision(const VectorCase& one) {
  if (one.Find("zero_division") == nullptr) return 0.0;
  return one.Number("zero_division");
}

Result<JsonValue> ConfusionMetrics(const VectorCase& one) {
  ASSAY_TRY(tp, one.Count("tp"));
  ASSAY_TRY(fp, one.Count("fp"));
  ASSAY_TRY(fn, one.Count("fn"));
  ASSAY_TRY(tn, one.Count("tn"));
  ASSAY_TRY(zero, ZeroDivision(one));
  if (tp + fp + fn + tn == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 case");
  const auto matrix = metric::ConfusionMatrix::FromCounts(tp, fp, fn, tn);
  const auto or_zero = [&](std::optional<double> value) { return VectorNumber(value.value_or(zero)); };

  // A class without a case has no recall; the reference leaves it out of the mean.
  const auto recall = metric::Recall(matrix);
  const auto specificity = metric::Specificity(matrix);
  const double balanced = recall && specificity ? (*recall + *specificity) / 2 : recall ? *recall : *specificity;

  metric::ClassTable table;
  const auto count = [&](std::int32_t label, std::int32_t decision, const metric::Outcomes& outcomes) {
    if (outcomes.cases == 0) return;
    table.rows[label].actual = table.rows[label].actual + outcomes;
    table.rows[decision].predicted = table.rows[decision].predicted + outcomes;
    table.all = table.all + outcomes;
    if (label == decision) table.right = table.right + outcomes;
  };
  count(1, 1, matrix.tp);
  count(0, 1, matrix.fp);
  count(1, 0, matrix.fn);
  count(0, 0, matrix.tn);
  const auto hits = static_cast<double>(tp);
  const auto touched = static_cast<double>(tp + fp + fn);
  return VectorObject({{"precision", or_zero(metric::Precision(matrix))},
                       {"recall", or_zero(recall)},
                       {"fbeta_0.5", or_zero(metric::FBeta(matrix, 0.5))},
                       {"fbeta_1", or_zero(metric::FBeta(matrix, 1))},
                       {"fbeta_2", or_zero(metric::FBeta(matrix, 2))},
                       {"mcc", VectorNumber(metric::Mcc(matrix).value_or(0))},
                       {"balanced_accuracy", VectorNumber(balanced)},
                       {"kappa", VectorNumber(metric::CohenKappa(table).value_or(kNotANumber))},
                       {"jaccard", VectorNumber(touched > 0 ? hits / touched : 0)},
                       {"accuracy", VectorNumber(metric::Accuracy(matrix).value_or(kNotANumber))}});
}

// Class numbers in the order of the classes' values.
std::vector<std::int32_t> Numbered(std::span<const double> values, std::span<const double> classes) {
  std::vector<std::int32_t> numbers;
  for (const double value : values) {
    numbers.push_back(static_cast<std::int32_t>(std::ranges::lower_bound(classes, value) - classes.begin()));
  }
  return numbers;
}

struct Shares {
  double precision = 0, recall = 0, f1 = 0;
};

Shares SharesOf(const metric::ClassRow& row, double zero) {
  return {row.Precision().value_or(zero), row.Recall().value_or(zero), row.F1().value_or(zero)};
}

Shares MeanOver(const metric::ClassTable& table, bool weighted, double zero) {
  Shares sum;
  double weights = 0;
  for (const auto& [number, row] : table.rows) {
    const double weight = weighted ? row.actual.weight : 1;
    const Shares shares = SharesOf(row, zero);
    sum.precision += weight * shares.precision;
    sum.recall += weight * shares.recall;
    sum.f1 += weight * shares.f1;
    weights += weight;
  }
  return {sum.precision / weights, sum.recall / weights, sum.f1 / weights};
}

JsonValue AsJson(const Shares& shares, double mcc) {
  return VectorObject({{"p", VectorNumber(shares.precision)},
                       {"r", VectorNumber(shares.recall)},
                       {"f1", VectorNumber(shares.f1)},
                       {"mcc", VectorNumber(mcc)}});
}

JsonValue PerClass(const metric::ClassTable& table, double zero, double mcc) {
  std::vector<double> precision, recall, f1;
  for (const auto& [number, row] : table.rows) {
    const Shares shares = SharesOf(row, zero);
    precision.push_back(shares.precision);
    recall.push_back(shares.recall);
    f1.push_back(shares.f1);
  }
  return VectorObject({{"p", VectorNumbers(precision)},
                       {"r", VectorNumbers(recall)},
                       {"f1", VectorNumbers(f1)},
                       {"mcc", VectorNumber(mcc)}});
}

Result<JsonValue> MulticlassPrf(const VectorCase& one) {
  ASSAY_TRY(labels, one.Numbers("y"));
  ASSAY_TRY(decisions, one.Numbers("p"));
  ASSAY_TRY(zero, ZeroDivision(one));
  std::vector<double> classes = labels;
  classes.insert(classes.end(), decisions.begin(), decisions.end());
  std::ranges::sort(classes);
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  const auto label = Numbered(labels, classes);
  const auto predicted = Numbered(decisions, classes);
  ASSAY_TRY(table, metric::CountClasses({.label = label, .predicted = predicted}));
  if (!(table.all.weight > 0)) return Fail(ErrorCode::kEmpty, "expected at least 1 case");
  const double mcc = metric::MulticlassMcc(table).value_or(0);

  const JsonValue* average = one.Find("average");
  if (average == nullptr || average->IsNull()) return PerClass(table, zero, mcc);
  const std::string_view name = average->AsString().value_or("");
  if (name == "macro") return AsJson(MeanOver(table, false, zero), mcc);
  if (name == "weighted") return AsJson(MeanOver(table, true, zero), mcc);
  if (name == "micro") {
    // Each case has one label and one decision, so that all three are the share that is right.
    const double right = table.right.weight / table.all.weight;
    return AsJson({right, right, right}, mcc);
  }
  if (name == "binary") {
    const auto positive = std::ranges::lower_bound(classes, 1.0);
    if (classes.size() > 2 || positive == classes.end() || *positive != 1) {
      return Fail(ErrorCode::kOutOfRange, "expected two classes, one of them 1");
    }
    return AsJson(SharesOf(table.rows.at(static_cast<std::int32_t>(positive - classes.begin())), zero), mcc);
  }
  return one.Malformed("average", "macro, micro, weighted, binary or null as");
}

constexpr VectorFunction kDecisionFunctions[] = {
    {"confusion_metrics", 1e-12, &ConfusionMetrics},
    {"multiclass_prf", 1e-12, &MulticlassPrf},
};

}  // namespace

std::span<const VectorFunction> DecisionFunctions() { return kDecisionFunctions; }

}  // namespace assay::run
