// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>

#include "assay/metric.h"
#include "metric/calibration/probability_loss.h"
#include "metric/calibration/reliability.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_ece;

namespace {

using metric::Measurements;

using metric::kCalibrationBins;

Measurements FromCurve(const metric::RankCurve& curve, const MetricInput& input) {
  const MetricInfo& info = kMetric_ece;
  if (const auto reason = metric::NotProbabilities(curve))
    return {metric::Undefined(info, *reason)};
  Measurements all{metric::Blank(info), metric::PartOf(info, "mce", Unit::kShare, Better::kLower),
                   metric::PartOf(info, "mass", Unit::kShare, Better::kLower),
                   metric::PartOf(info, "by_chance", Unit::kShare, Better::kNeither),
                   metric::PartOf(info, "by_chance_95", Unit::kShare, Better::kNeither)};
  for (Measurement& measurement : all) measurement.n = curve.cases;
  const auto width = metric::EqualWidthBins(curve, kCalibrationBins);
  const metric::CalibrationError error = metric::CalibrationErrorOf(width);
  all[0].value = error.mean;
  all[0].note = std::to_string(width.size()) + " of 15 bins have cases";
  all[1].value = error.greatest;
  if (const auto mass = metric::EqualMassBins(curve, kCalibrationBins)) {
    all[2].value = metric::CalibrationErrorOf(*mass).mean;
  } else {
    all[2].note = "cases are weighted, and ranks count cases";
  }
  all[3].value = metric::ChanceCalibrationError(curve, kCalibrationBins);
  all[4].value = metric::ChanceCalibrationQuantile(curve, kCalibrationBins, 0.95, input.seed);
  if (!all[3].value || !all[4].value) {
    all[3].note = all[4].note = "cases are weighted";
    return all;
  }
  char text[128];
  std::snprintf(text, sizeof text, "; calibrated scores would show about %.2g by chance, up to %.2g in 95 of 100 sets",
                *all[3].value, *all[4].value);
  all[0].note += text;
  return all;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_ece, input, &FromCurve);
}

}  // namespace

const MetricInfo kMetric_ece{
    .name = "ece",
    .title = "expected calibration error",
    .unit = Unit::kShare,
    .better = Better::kLower,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition =
        "Mean over 15 bins of equal width, (lo, hi] with 0 in the first, of |mean score - share of "
        "positives|, weighted by cases. Parts: ece.mce, the greatest of them; ece.mass, the same "
        "mean over 15 bins of equally many cases; ece.by_chance, about what perfectly calibrated "
        "scores would show here (approximate); ece.by_chance_95, what they would stay below in 95 of 100 sets like this, by "
        "1,000 draws of the labels.",
    .source =
        "Guo, Pleiss, Sun, Weinberger, ICML 2017; bins as in scikit-learn 1.9.1 calibration_curve",
    .compute = &Compute,
};

}  // namespace assay
