// SPDX-License-Identifier: Apache-2.0
// Decisions over any number of classes, counted class by class.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/confusion/confusion_matrix.h"

namespace assay::metric {

struct ClassRow {
  Outcomes actual;     // cases of this class
  Outcomes predicted;  // cases that were given it
  Outcomes hit;        // both

  // Empty where the formula divides by zero.
  std::optional<double> Precision() const;
  std::optional<double> Recall() const;
  std::optional<double> F1() const;
};

// Classes that occur as label or as decision, by class number.
struct ClassTable {
  std::map<std::int32_t, ClassRow> rows;
  Outcomes right;
  Outcomes all;
};

// Rows with weight 0 are left out.
// Shape    label and predicted of equal length, weight of that length or empty.
// Range    class numbers >= 0, and below the number of classes where their names are given; weight
// finite and >= 0. Errors   kContradiction for lengths; kOutOfRange naming the first row that
// doesn't fit. Threads  safe: pure.
Result<ClassTable> CountClasses(const QualityColumns& cases);

enum class ClassSet : std::uint8_t {
  kLabelsOrDecisions,  // each class that occurs on either side: one only seen in decisions counts
                       // with F1 0
  kLabels,             // classes with at least one case
  kDecisions,          // classes that were decided at least once
  kNeverDecided,       // classes with cases that were never decided
  kOnlyDecided,        // classes that were decided and have no case
};

// Unweighted mean of the classes' F1.
// Range    empty without a class.
// Source   scikit-learn 1.9.1 f1_score(average="macro"), whose default is kLabelsOrDecisions.
std::optional<double> MacroF1(const ClassTable& table, ClassSet set);

// Unweighted mean of the classes' precision or recall.
// Range    empty without a class, and where the set has a class whose precision or recall is 0 / 0:
// precision of one that
//          was never decided, recall of one without a case. scikit-learn 1.9.1 counts such a class
//          as 0 and warns.
std::optional<double> MacroPrecision(const ClassTable& table, ClassSet set);
std::optional<double> MacroRecall(const ClassTable& table, ClassSet set);

// Mean of the classes' F1 weighted by their cases.
// Range    empty without a case.
// Source   scikit-learn 1.9.1 f1_score(average="weighted").
std::optional<double> WeightedF1(const ClassTable& table);

// Agreement of labels and decisions beyond chance: (agreement - chance) / (1 - chance), where
// chance is what the shares of the classes on either side give by themselves. Range    -1…1. Empty
// without a case, and where labels and decisions are all of one class (chance is 1). Source Cohen,
// Educ. Psychol. Meas. 20 (1960) 37-46.
std::optional<double> CohenKappa(const ClassTable& table);

// "0, 2" or the classes' names: a mean over classes means nothing without its list.
std::string ClassList(const ClassTable& table, ClassSet set, std::span<const std::string> names);

// Matthews' correlation for any number of classes; equals Mcc of confusion_matrix.h for two. 0
// where labels or decisions are all of one class. Range    -1…1. Empty without a case. Source
// Gorodkin, Comput. Biol. Chem. 28 (2004) 367-374.
std::optional<double> MulticlassMcc(const ClassTable& table);

}  // namespace assay::metric
