// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "assay/metric.h"
#include "metric/calibration/loss_totals.h"
#include "metric/calibration/probability_loss.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_brier_skill;

namespace {

using metric::Measurements;

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput& input) {
  const MetricInfo& info = kMetric_brier_skill;
  if (const auto reason = metric::NotProbabilities(curve))
    return {metric::Undefined(info, *reason)};
  if (!(curve.positives > 0)) return {metric::Undefined(info, "no positive")};
  if (!(curve.negatives > 0)) return {metric::Undefined(info, "no negative")};
  const double brier = metric::BrierScore(curve);
  const double reference = curve.prevalence() * (1 - curve.prevalence());
  Measurement measurement = metric::Blank(info);
  measurement.value = 1 - brier / reference;
  measurement.n = curve.cases;
  char text[96];
  std::snprintf(text, sizeof text, "Brier score %.4g, %.4g with the prevalence as every score",
                brier, reference);
  measurement.note = text;
  metric::SetLossInterval(measurement, curve, input);
  return {measurement};
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_brier_skill, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_brier_skill{
    .name = "brier_skill",
    .title = "Brier skill",
    .unit = Unit::kNumber,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "1 - Brier score / (pi (1 - pi)): the share of the error of giving every case the "
        "prevalence pi of the cases scored that the scores take away; 0 is as good as that, below "
        "0 is worse.",
    .source = "Murphy, J. Appl. Meteorol. 12 (1973) 215-223; Brier score as in scikit-learn 1.9.1; interval: BCa bootstrap over cases",
    .compute = &Compute,
};

}  // namespace assay
