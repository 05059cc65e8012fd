// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_f1_weighted;

namespace {

using metric::Measurements;

Measurements FromTable(const metric::ClassTable& table, const MetricInput& input) {
  const MetricInfo& info = kMetric_f1_weighted;
  const auto value = metric::WeightedF1(table);
  if (!value) return {metric::Undefined(info, "no case with a weight above 0")};
  Measurement measurement = metric::Blank(info);
  measurement.value = value;
  measurement.n = table.all.cases;
  measurement.note =
      "classes: " + metric::ClassList(table, metric::ClassSet::kLabels, input.quality->classes);
  return {measurement};
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromClasses(kMetric_f1_weighted, input, &FromTable);
}

}  // namespace

const MetricInfo kMetric_f1_weighted{
    .name = "f1_weighted",
    .title = "weighted F1",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition =
        "Mean of the classes' F1 weighted by their cases, the list of classes beside it: the "
        "commonest classes make the number.",
    .source = "scikit-learn 1.9.1 f1_score(average=\"weighted\")",
    .compute = &Compute,
};

}  // namespace assay
