// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_precision_macro;

namespace {

using metric::Measurements;

Measurements FromTable(const metric::ClassTable& table, const MetricInput& input) {
  const MetricInfo& info = kMetric_precision_macro;
  using metric::ClassSet;
  const auto list = [&](ClassSet set) {
    return metric::ClassList(table, set, input.quality->classes);
  };
  if (table.rows.empty()) return {metric::Undefined(info, "no case with a weight above 0")};
  Measurements all{metric::Blank(info),
                   metric::PartOf(info, "with_decisions", Unit::kShare, Better::kHigher)};
  all.front().n = all.back().n = table.all.cases;
  all.front().value = metric::MacroPrecision(table, ClassSet::kLabelsOrDecisions);
  all.front().note = all.front().value ? "classes: " + list(ClassSet::kLabelsOrDecisions)
                                       : "no case was decided as " + list(ClassSet::kNeverDecided) +
                                             ": precision 0 / 0";
  all.back().value = metric::MacroPrecision(table, ClassSet::kDecisions);
  all.back().note = "classes: " + list(ClassSet::kDecisions);
  return all;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromClasses(kMetric_precision_macro, input, &FromTable);
}

}  // namespace

const MetricInfo kMetric_precision_macro{
    .name = "precision_macro",
    .title = "macro precision",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition =
        "Unweighted mean of the precision of each class that occurs as label or decision, its "
        "class list beside it. Undefined where one of them was never decided, whose precision is 0 "
        "/ 0; scikit-learn counts it as 0. Part precision_macro.with_decisions is the mean over "
        "the classes that were decided at least once.",
    .source = "scikit-learn 1.9.1 precision_score(average=\"macro\")",
    .compute = &Compute,
};

}  // namespace assay
