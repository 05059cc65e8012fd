// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "metric/rank/precision_recall_area.h"

namespace assay {

extern const MetricInfo kMetric_auprc_dg;

namespace {

using metric::Measurements;

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput&) {
  const MetricInfo& info = kMetric_auprc_dg;
  const auto value = metric::DavisGoadrichArea(curve);
  if (!value) return {metric::Undefined(info, "no positive")};
  Measurement measurement = metric::Blank(info);
  measurement.value = value;
  measurement.n = curve.cases;
  char text[64];
  std::snprintf(text, sizeof text, "prevalence %.4g", curve.prevalence());
  measurement.note = text;
  return {measurement};
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_auprc_dg, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_auprc_dg{
    .name = "auprc_dg",
    .title = "PR area by Davis and Goadrich",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "Area under the precision-recall curve whose points are joined as if the labels between "
        "them were in random order: true and false positives grow in proportion.",
    .source =
        "Davis, Goadrich, ICML 2006; integral: Keilwagen, Grosse, Grau, PLoS ONE 9 (2014) e92209",
    .compute = &Compute,
};

}  // namespace assay
