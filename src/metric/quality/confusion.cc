// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_confusion;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromDecisions(kMetric_confusion, input, [](const metric::ConfusionMatrix& matrix, const MetricInput&) {
    Measurements all{metric::Blank(kMetric_confusion)};
    all.front().value = matrix.all().weight;
    using Part = std::pair<const char*, const metric::Outcomes*>;
    for (const auto& [part, outcomes] :
         {Part{"tp", &matrix.tp}, Part{"fp", &matrix.fp}, Part{"fn", &matrix.fn}, Part{"tn", &matrix.tn}}) {
      all.push_back(metric::PartOf(kMetric_confusion, part, Unit::kCount, Better::kNeither));
      all.back().value = outcomes->weight;
    }
    for (Measurement& measurement : all) {
      measurement.n = matrix.all().cases;
      if (matrix.weighted) measurement.note = "sums of weights";
    }
    return all;
  });
}

}  // namespace

const MetricInfo kMetric_confusion{
    .name = "confusion",
    .title = "confusion matrix",
    .unit = Unit::kCount,
    .better = Better::kNeither,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Cases by label and decision: true and false positives, false and true negatives. The value is the number of cases; parts confusion.tp, .fp, .fn, .tn.",
    .source = "definition",
    .compute = &Compute,
};

}  // namespace assay
