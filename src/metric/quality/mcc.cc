// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_mcc;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromClasses(kMetric_mcc, input, [](const metric::ClassTable& table, const MetricInput&) {
    Measurement measurement = metric::Blank(kMetric_mcc);
    measurement.value = metric::MulticlassMcc(table);
    measurement.n = table.all.cases;
    if (!measurement.value) measurement.note = "no case with a weight above 0";
    int labels = 0;
    int decisions = 0;
    for (const auto& [number, row] : table.rows) {
      labels += row.actual.cases > 0 ? 1 : 0;
      decisions += row.predicted.cases > 0 ? 1 : 0;
    }
    if (labels == 1 || decisions == 1) {
      measurement.note = std::string(labels == 1 ? "labels" : "decisions") + " are all of one class: 0 by convention";
    }
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_mcc{
    .name = "mcc",
    .title = "Matthews correlation",
    .unit = Unit::kNumber,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Correlation of labels and decisions: (TP TN - FP FN) / sqrt((TP+FP)(TP+FN)(TN+FP)(TN+FN)), its generalisation for more than two classes; 0 where labels or decisions are all of one class.",
    .source = "Matthews 1975; Gorodkin 2004; scikit-learn 1.9.1 matthews_corrcoef",
    .compute = &Compute,
};

}  // namespace assay
