// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "metric/rank/precision_recall_area.h"

namespace assay {

extern const MetricInfo kMetric_auprc_trapezoid;

namespace {

using metric::Measurements;

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput&) {
  const MetricInfo& info = kMetric_auprc_trapezoid;
  const auto value = metric::TrapezoidArea(curve);
  if (!value) return {metric::Undefined(info, "no positive")};
  Measurement measurement = metric::Blank(info);
  measurement.value = value;
  measurement.n = curve.cases;
  char text[96];
  std::snprintf(text, sizeof text, "optimistic; average precision %.4g, prevalence %.4g",
                metric::AveragePrecision(curve).value_or(0), curve.prevalence());
  measurement.note = text;
  return {measurement};
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_auprc_trapezoid, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_auprc_trapezoid{
    .name = "auprc_trapezoid",
    .title = "PR area by trapezoids (optimistic)",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "Area under straight lines between the points (recall, precision) of all thresholds, from "
        "recall 0 at precision 1. Optimistic: no threshold reaches the lines; for comparison with "
        "tools that report it, decide by average_precision. Undefined without a positive, where "
        "scikit-learn gives 0.5.",
    .source =
        "scikit-learn 1.9.1 auc of precision_recall_curve; Davis, Goadrich, ICML 2006, on why it "
        "is optimistic",
    .compute = &Compute,
};

}  // namespace assay
