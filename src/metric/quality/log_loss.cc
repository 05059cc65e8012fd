// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "assay/metric.h"
#include "metric/calibration/loss_totals.h"
#include "metric/calibration/probability_loss.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_log_loss;

namespace {

using metric::Measurements;

// The label's column, not the curve, which has lost the cases of weight 0: they still tell that
// there is another class.
bool OneClass(const QualityColumns& cases) {
  return std::ranges::adjacent_find(cases.label, std::not_equal_to<>()) == cases.label.end();
}

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput& input) {
  const MetricInfo& info = kMetric_log_loss;
  if (const auto reason = metric::NotProbabilities(curve))
    return {metric::Undefined(info, *reason)};
  if (OneClass(*input.quality))
    return {metric::Undefined(info, curve.positives > 0 ? "no negative" : "no positive")};
  Measurement measurement = metric::Blank(info);
  measurement.value = metric::LogLoss(curve);
  measurement.n = curve.cases;
  const double prevalence = curve.prevalence();
  if (prevalence > 0 && prevalence < 1) {
    char text[96];
    std::snprintf(text, sizeof text, "the prevalence as every score gives %.4g",
                  -prevalence * std::log(prevalence) - (1 - prevalence) * std::log1p(-prevalence));
    measurement.note = text;
  }
  metric::SetLossInterval(measurement, curve, input);
  return {measurement};
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_log_loss, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_log_loss{
    .name = "log_loss",
    .title = "log-loss",
    .unit = Unit::kNumber,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "Mean over cases of -ln(probability that the score gives to the label), in nats; scores "
        "are kept 2^-52 away from 0 and 1. Undefined where all cases are of one class.",
    .source = "scikit-learn 1.9.1 log_loss, which refuses labels of one class too; interval: BCa bootstrap over cases",
    .compute = &Compute,
};

}  // namespace assay
