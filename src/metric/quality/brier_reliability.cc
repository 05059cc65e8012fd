// SPDX-License-Identifier: Apache-2.0
#include "assay/metric.h"
#include "metric/calibration/probability_loss.h"
#include "metric/calibration/reliability.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_brier_reliability;

namespace {

using metric::Measurements;

constexpr std::size_t kParts = 15;

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput&) {
  const MetricInfo& info = kMetric_brier_reliability;
  if (const auto reason = metric::NotProbabilities(curve)) return {metric::Undefined(info, *reason)};
  const double share = curve.prevalence();
  double weight = 0, reliability = 0, resolution = 0;
  for (const metric::ReliabilityBin& bin : metric::EqualWidthBins(curve, kParts)) {
    const double off = bin.mean_score - bin.positive_share, apart = bin.positive_share - share;
    weight += bin.weight;
    reliability += bin.weight * off * off;
    resolution += bin.weight * apart * apart;
  }
  Measurements all{metric::Blank(info), metric::PartOf(info, "resolution", Unit::kNumber, Better::kHigher),
                   metric::PartOf(info, "uncertainty", Unit::kNumber, Better::kNeither),
                   metric::PartOf(info, "within_bins", Unit::kNumber, Better::kNeither)};
  for (Measurement& measurement : all) measurement.n = curve.cases;
  all[0].value = reliability / weight;
  all[1].value = resolution / weight;
  all[2].value = share * (1 - share);
  all[3].value = metric::BrierScore(curve) - (*all[0].value - *all[1].value + *all[2].value);
  return all;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_brier_reliability, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_brier_reliability{
    .name = "brier_reliability",
    .title = "reliability part of the Brier score",
    .unit = Unit::kNumber,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "Brier score = reliability - resolution + uncertainty + within_bins, over the 15 bins of ece: mean squared distance "
        "of the bins' mean score from their share of positives; part brier_reliability.resolution, that of the shares "
        "from the prevalence pi; .uncertainty, pi (1 - pi); .within_bins, what scores that differ inside a bin leave over.",
    .source = "Murphy, J. Appl. Meteorol. 12 (1973) 595-600; Stephenson, Coelho, Jolliffe, Weather Forecast. 23 (2008) 752-757, for the last part",
    .compute = &Compute,
};

}  // namespace assay
