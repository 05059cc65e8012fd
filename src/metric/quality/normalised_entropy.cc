// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/calibration/loss_totals.h"
#include "metric/calibration/probability_loss.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_normalised_entropy;

namespace {

using metric::Measurements;

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput& input) {
  const MetricInfo& info = kMetric_normalised_entropy;
  if (const auto reason = metric::NotProbabilities(curve)) return {metric::Undefined(info, *reason)};
  Measurement measurement = metric::Blank(info);
  measurement.value = metric::NormalisedEntropy(curve);
  measurement.n = curve.cases;
  measurement.note = "1 is what the prevalence as every score gives";
  if (!measurement.value) return {metric::Undefined(info, curve.positives > 0 ? "no negative" : "no positive")};
  metric::SetLossInterval(measurement, curve, input);
  return {measurement};
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_normalised_entropy, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_normalised_entropy{
    .name = "normalised_entropy",
    .title = "normalised entropy",
    .unit = Unit::kNumber,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition = "Log-loss over that of a model which gives every case the prevalence as its score. 1 says nothing beyond "
                  "the prevalence, less is better; comparable between data of different prevalence. Undefined where all "
                  "cases are of one class.",
    .source = "He et al., ADKDD 2014, section 3; interval: BCa bootstrap over cases",
    .compute = &Compute,
};

}  // namespace assay
