// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/proportion.h"

namespace assay {

extern const MetricInfo kMetric_f1_micro;

namespace {

using metric::Measurements;

Measurements FromTable(const metric::ClassTable& table, const MetricInput& input) {
  const MetricInfo& info = kMetric_f1_micro;
  Measurement measurement =
      metric::Proportion(info, table.right, table.all, input.quality->unscored, input.level,
                         "no case with a weight above 0");
  if (!measurement.value) return {measurement};
  const std::string classes =
      metric::ClassList(table, metric::ClassSet::kLabelsOrDecisions, input.quality->classes);
  measurement.note =
      "classes: " + classes + (measurement.note.empty() ? "" : "; " + measurement.note);
  return {measurement};
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromClasses(kMetric_f1_micro, input, &FromTable);
}

}  // namespace

const MetricInfo kMetric_f1_micro{
    .name = "f1_micro",
    .title = "micro F1",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition =
        "F1 of all classes counted together, the list of classes beside it. With one label and one "
        "decision a case, as here, each wrong case is one false positive and one false negative: "
        "it equals accuracy.",
    .source = "scikit-learn 1.9.1 f1_score(average=\"micro\")",
    .compute = &Compute,
};

}  // namespace assay
