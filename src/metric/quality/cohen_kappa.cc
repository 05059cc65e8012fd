// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_cohen_kappa;

namespace {

using metric::Measurements;

Measurements FromTable(const metric::ClassTable& table, const MetricInput& input) {
  const MetricInfo& info = kMetric_cohen_kappa;
  if (table.rows.empty()) return {metric::Undefined(info, "no case with a weight above 0")};
  const auto value = metric::CohenKappa(table);
  if (!value)
    return {metric::Undefined(
        info, "labels and decisions are all of one class: agreement by chance is 1")};
  Measurement measurement = metric::Blank(info);
  measurement.value = value;
  measurement.n = table.all.cases;
  measurement.note = "classes: " + metric::ClassList(table, metric::ClassSet::kLabelsOrDecisions,
                                                     input.quality->classes);
  return {measurement};
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromClasses(kMetric_cohen_kappa, input, &FromTable);
}

}  // namespace

const MetricInfo kMetric_cohen_kappa{
    .name = "cohen_kappa",
    .title = "Cohen's kappa",
    .unit = Unit::kNumber,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition =
        "Agreement of labels and decisions beyond chance, for any number of classes: (agreement - "
        "chance) / (1 - chance), chance being the sum over classes of share of labels x share of "
        "decisions. Undefined where both are all of one class, as in scikit-learn.",
    .source = "Cohen, Educ. Psychol. Meas. 20 (1960) 37-46; scikit-learn 1.9.1 cohen_kappa_score",
    .compute = &Compute,
};

}  // namespace assay
