// SPDX-License-Identifier: Apache-2.0
#include "metric/confusion/class_table.h"

#include <cmath>

#include "metric/confusion/ratio.h"

namespace assay::metric {
namespace {

bool Has(const ClassRow& row, ClassSet set) {
  const bool labelled = row.actual.cases > 0;
  const bool decided = row.predicted.cases > 0;
  switch (set) {
    case ClassSet::kLabelsOrDecisions:
      return true;
    case ClassSet::kLabels:
      return labelled;
    case ClassSet::kDecisions:
      return decided;
    case ClassSet::kNeverDecided:
      return !decided;
    case ClassSet::kOnlyDecided:
      return !labelled;
  }
  return false;
}

// Empty as soon as one class has no share.
std::optional<double> MeanShare(const ClassTable& table, ClassSet set,
                                std::optional<double> (ClassRow::*share)() const) {
  double sum = 0;
  double classes = 0;
  for (const auto& [number, row] : table.rows) {
    if (!Has(row, set)) continue;
    const auto one = (row.*share)();
    if (!one) return std::nullopt;
    sum += *one;
    classes += 1;
  }
  return Ratio(sum, classes);
}

}  // namespace

std::optional<double> ClassRow::Precision() const { return Ratio(hit.weight, predicted.weight); }
std::optional<double> ClassRow::Recall() const { return Ratio(hit.weight, actual.weight); }
std::optional<double> ClassRow::F1() const {
  return Ratio(2 * hit.weight, actual.weight + predicted.weight);
}

Result<ClassTable> CountClasses(const QualityColumns& cases) {
  const std::size_t count = cases.label.size();
  if (cases.predicted.size() != count || (!cases.weight.empty() && cases.weight.size() != count)) {
    return Fail(ErrorCode::kContradiction, "expected as many decisions and weights as the " +
                                               std::to_string(count) + " labels");
  }
  const auto is_class = [&](std::int32_t number) {
    return number >= 0 &&
           (cases.classes.empty() || static_cast<std::size_t>(number) < cases.classes.size());
  };
  ClassTable table;
  for (std::size_t row = 0; row < count; ++row) {
    const std::int32_t label = cases.label[row];
    const std::int32_t predicted = cases.predicted[row];
    const double weight = cases.weight.empty() ? 1.0 : cases.weight[row];
    if (!is_class(label) || !is_class(predicted) || !std::isfinite(weight) || weight < 0) {
      const std::string name =
          row < cases.ids.size() ? cases.ids[row] : "row " + std::to_string(row + 1);
      return FailAt({.path = name}, ErrorCode::kOutOfRange,
                    "expected known classes and a finite weight of at least 0, found label " +
                        std::to_string(label) + ", decision " + std::to_string(predicted) +
                        ", weight " + std::to_string(weight) + " in " + name);
    }
    if (weight == 0) continue;
    const Outcomes one{weight, weight * weight, 1};
    ClassRow& actual = table.rows[label];
    actual.actual = actual.actual + one;
    ClassRow& given = table.rows[predicted];
    given.predicted = given.predicted + one;
    if (label == predicted) {
      actual.hit = actual.hit + one;
      table.right = table.right + one;
    }
    table.all = table.all + one;
  }
  return table;
}

// F1 of a class that occurs has a positive denominator, so it is always there.
std::optional<double> MacroF1(const ClassTable& table, ClassSet set) {
  return MeanShare(table, set, &ClassRow::F1);
}

std::optional<double> MacroPrecision(const ClassTable& table, ClassSet set) {
  return MeanShare(table, set, &ClassRow::Precision);
}

std::optional<double> MacroRecall(const ClassTable& table, ClassSet set) {
  return MeanShare(table, set, &ClassRow::Recall);
}

std::optional<double> WeightedF1(const ClassTable& table) {
  double sum = 0;
  for (const auto& [number, row] : table.rows) sum += row.actual.weight * row.F1().value_or(0);
  return Ratio(sum, table.all.weight);
}

std::string ClassList(const ClassTable& table, ClassSet set, std::span<const std::string> names) {
  std::string list;
  for (const auto& [number, row] : table.rows) {
    if (!Has(row, set)) continue;
    if (!list.empty()) list += ", ";
    const auto index = static_cast<std::size_t>(number);
    list += index < names.size() ? names[index] : std::to_string(number);
  }
  return list;
}

// Covariance of labels and decisions as 0/1 vectors over classes, over the product of their
// standard deviations.
std::optional<double> MulticlassMcc(const ClassTable& table) {
  const long double all = table.all.weight;
  if (!(all > 0)) return std::nullopt;
  long double products = 0;
  long double actual_squares = 0;
  long double predicted_squares = 0;
  for (const auto& [number, row] : table.rows) {
    const long double actual = row.actual.weight;
    const long double predicted = row.predicted.weight;
    products += actual * predicted;
    actual_squares += actual * actual;
    predicted_squares += predicted * predicted;
  }
  const long double scale =
      std::sqrt(all * all - actual_squares) * std::sqrt(all * all - predicted_squares);
  if (!(scale > 0)) return 0.0;
  return static_cast<double>((static_cast<long double>(table.right.weight) * all - products) /
                             scale);
}

// Multiplied by the square of the number of cases, so that plain counts stay whole numbers until
// the division.
std::optional<double> CohenKappa(const ClassTable& table) {
  const long double all = table.all.weight;
  long double chance = 0;
  for (const auto& [number, row] : table.rows) {
    chance += static_cast<long double>(row.actual.weight) *
              static_cast<long double>(row.predicted.weight);
  }
  // Of one class on both sides, which weights that are no whole numbers wouldn't show as a
  // difference of exactly 0.
  if (table.rows.size() < 2) return std::nullopt;
  return static_cast<double>((static_cast<long double>(table.right.weight) * all - chance) /
                             (all * all - chance));
}

}  // namespace assay::metric
