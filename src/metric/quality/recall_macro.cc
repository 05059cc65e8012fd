// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_recall_macro;

namespace {

using metric::Measurements;

Measurements FromTable(const metric::ClassTable& table, const MetricInput& input) {
  const MetricInfo& info = kMetric_recall_macro;
  using metric::ClassSet;
  const auto list = [&](ClassSet set) {
    return metric::ClassList(table, set, input.quality->classes);
  };
  if (table.rows.empty()) return {metric::Undefined(info, "no case with a weight above 0")};
  Measurements all{metric::Blank(info),
                   metric::PartOf(info, "with_cases", Unit::kShare, Better::kHigher)};
  all.front().n = all.back().n = table.all.cases;
  all.front().value = metric::MacroRecall(table, ClassSet::kLabelsOrDecisions);
  all.front().note = all.front().value
                         ? "classes: " + list(ClassSet::kLabelsOrDecisions)
                         : "no case is of class " + list(ClassSet::kOnlyDecided) + ": recall 0 / 0";
  all.back().value = metric::MacroRecall(table, ClassSet::kLabels);
  all.back().note = "classes: " + list(ClassSet::kLabels);
  return all;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromClasses(kMetric_recall_macro, input, &FromTable);
}

}  // namespace

const MetricInfo kMetric_recall_macro{
    .name = "recall_macro",
    .title = "macro recall",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition =
        "Unweighted mean of the recall of each class that occurs as label or decision, its class "
        "list beside it. Undefined where one of them has no case, whose recall is 0 / 0; "
        "scikit-learn counts it as 0. Part recall_macro.with_cases is the mean over the classes "
        "that have cases (balanced accuracy for any number of classes).",
    .source = "scikit-learn 1.9.1 recall_score(average=\"macro\")",
    .compute = &Compute,
};

}  // namespace assay
