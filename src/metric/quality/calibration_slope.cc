// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "assay/metric.h"
#include "metric/calibration/logistic_recalibration.h"
#include "metric/calibration/probability_loss.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "stats/normal_quantile.h"

namespace assay {

extern const MetricInfo kMetric_calibration_slope;

namespace {

using metric::Measurements;

Interval Around(double value, double error, double level) {
  const double half = stats::NormalQuantile((1 + level) / 2) * error;
  return {.low = value - half, .high = value + half, .level = level, .method = "wald"};
}

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput& input) {
  const MetricInfo& info = kMetric_calibration_slope;
  if (const auto reason = metric::NotProbabilities(curve)) return {metric::Undefined(info, *reason)};
  if (!(curve.positives > 0)) return {metric::Undefined(info, "no positive")};
  if (!(curve.negatives > 0)) return {metric::Undefined(info, "no negative")};
  const auto fit = metric::FitLogistic(curve);
  if (!fit) return {metric::Undefined(info, "a threshold parts the classes, or all scores are equal: no line fits best")};
  Measurements all{metric::Blank(info), metric::PartOf(info, "intercept", Unit::kNumber, Better::kNeither)};
  all[0].value = fit->slope, all[1].value = fit->intercept;
  all[0].n = all[1].n = curve.cases;
  // Weights aren't counts, so that their information says nothing of the errors.
  if (input.quality->weight.empty()) {
    all[0].interval = Around(fit->slope, fit->slope_error, input.level);
    all[1].interval = Around(fit->intercept, fit->intercept_error, input.level);
  }
  all[0].note = fit->slope < 1 ? "below 1: scores are too extreme" : fit->slope > 1 ? "above 1: scores are too timid" : "";
  if (fit->certain > 0) {
    char text[96];
    std::snprintf(text, sizeof text, "%s%.10g cases have a score of 0 or 1, taken as 2^-52 away", all[0].note.empty() ? "" : "; ",
                  fit->certain);
    all[0].note += text;
  }
  return all;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_calibration_slope, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_calibration_slope{
    .name = "calibration_slope",
    .title = "calibration slope",
    .unit = Unit::kNumber,
    .better = Better::kNeither,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "Slope of the logistic regression of the labels on logit(score); 1 is calibrated, below 1 the scores are too "
        "extreme. Part calibration_slope.intercept: its intercept, 0 where calibrated.",
    .source = "Cox, Biometrika 45 (1958) 562-565; Miller, Hui, Tierney, Stat. Med. 10 (1991) 1213-1226",
    .compute = &Compute,
};

}  // namespace assay
