// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "assay/metric.h"
#include "metric/calibration/loss_totals.h"
#include "metric/calibration/probability_loss.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_brier;

namespace {

using metric::Measurements;

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_brier, input, [](const metric::RankCurve& curve, const MetricInput& in) {
    if (const auto reason = metric::NotProbabilities(curve)) return Measurements{metric::Undefined(kMetric_brier, *reason)};
    Measurement measurement = metric::Blank(kMetric_brier);
    measurement.value = metric::BrierScore(curve);
    measurement.n = curve.cases;
    const double prevalence = curve.prevalence();
    char text[96];
    std::snprintf(text, sizeof text, "the prevalence as every score gives %.4g", prevalence * (1 - prevalence));
    measurement.note = text;
    metric::SetLossInterval(measurement, curve, in);
    return Measurements{measurement};
  });
}

}  // namespace

const MetricInfo kMetric_brier{
    .name = "brier",
    .title = "Brier score",
    .unit = Unit::kNumber,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition = "Mean of (score - label)^2 over cases whose score is a probability of the positive class.",
    .source = "Brier, Mon. Weather Rev. 78 (1950) 1-3; scikit-learn 1.9.1 brier_score_loss; interval: BCa bootstrap over cases",
    .compute = &Compute,
};

}  // namespace assay
