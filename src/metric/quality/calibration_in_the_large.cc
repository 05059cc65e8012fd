// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>

#include "assay/metric.h"
#include "metric/calibration/loss_totals.h"
#include "metric/calibration/probability_loss.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_calibration_in_the_large;

namespace {

using metric::Measurements;

// Variance of the sum of weighted labels if each is 1 with its score as probability.
double Variance(const QualityColumns& cases) {
  double variance = 0;
  for (std::size_t row = 0; row < cases.score.size(); ++row) {
    const double weight = cases.weight.empty() ? 1.0 : cases.weight[row];
    variance += weight * weight * cases.score[row] * (1 - cases.score[row]);
  }
  return variance;
}

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput& input) {
  const MetricInfo& info = kMetric_calibration_in_the_large;
  if (const auto reason = metric::NotProbabilities(curve))
    return {metric::Undefined(info, *reason)};
  double expected = 0;
  double flagged_before = 0;
  for (std::size_t i = 0; i < curve.groups(); ++i) {
    const double flagged = curve.true_positives[i] + curve.false_positives[i];
    expected += (flagged - flagged_before) * curve.threshold[i];
    flagged_before = flagged;
  }
  Measurements all{metric::Blank(info), metric::PartOf(info, "z", Unit::kNumber, Better::kNeither)};
  all.front().value = expected - curve.positives;
  all.front().n = all.back().n = curve.cases;
  char text[96];
  std::snprintf(text, sizeof text, "expected %.4g positives, found %.4g", expected,
                curve.positives);
  all.front().note = text;
  metric::SetLossInterval(all.front(), curve, input);
  const double variance = Variance(*input.quality);
  if (variance > 0) {
    all.back().value = *all.front().value / std::sqrt(variance);
  } else {
    all.back().note = "every score is 0 or 1, which leaves nothing to chance";
  }
  return all;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_calibration_in_the_large, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_calibration_in_the_large{
    .name = "calibration_in_the_large",
    .title = "calibration in the large",
    .unit = Unit::kNumber,
    .better = Better::kNeither,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "Positives that the scores expect less positives found: sum of p - sum of labels; 0 is "
        "calibrated. Part calibration_in_the_large.z is this in standard deviations of a sum of "
        "labels that are drawn with the scores as probabilities, sqrt(sum of p (1 - p)).",
    .source =
        "Cox, Biometrika 45 (1958) 562-565, for the question; z by the variance of the Poisson "
        "binomial distribution; interval: BCa bootstrap over cases",
    .compute = &Compute,
};

}  // namespace assay
