// SPDX-License-Identifier: Apache-2.0
#include "stats/detector_error.h"

#include <algorithm>
#include <cmath>

#include "stats/normal_quantile.h"
#include "stats/proportion.h"

namespace assay::stats {
namespace {

constexpr double kLeastYouden = 0.1;

double Share(std::uint64_t part, std::uint64_t whole) { return static_cast<double>(part) / static_cast<double>(whole); }

struct Smoothed {
  double share, variance;
};

// With `added` successes and as many failures, so that 0 and n leave a variance.
Smoothed Smooth(std::uint64_t part, std::uint64_t whole, double added) {
  const double n = static_cast<double>(whole) + 2 * added;
  const double share = (static_cast<double>(part) + added) / n;
  return {share, share * (1 - share) / n};
}

double Corrected(double raw, double sensitivity, double specificity) {
  return std::clamp((raw + specificity - 1) / (sensitivity + specificity - 1), 0.0, 1.0);
}

}  // namespace

// The estimate's derivatives by q, sensitivity and specificity are 1, -rate and 1 - rate, over the divisor.
Result<CorrectedRate> CorrectForDetector(std::uint64_t flagged, std::uint64_t cases, const DetectorCalibration& calibration,
                                         double level) {
  ASSAY_CHECK_OK(CheckProportion(flagged, cases, level));
  ASSAY_CHECK_OK(CheckProportion(calibration.true_flags, calibration.positives, level));
  ASSAY_CHECK_OK(CheckProportion(calibration.true_passes, calibration.negatives, level));
  CorrectedRate result{.raw = Share(flagged, cases)};
  const double sensitivity = Share(calibration.true_flags, calibration.positives);
  const double specificity = Share(calibration.true_passes, calibration.negatives);
  if (sensitivity + specificity - 1 < kLeastYouden) {
    result.reason = "the detector can't tell: its sensitivity and specificity add up to less than 1.1";
    return result;
  }
  result.rate = Corrected(result.raw, sensitivity, specificity);

  const double z = NormalQuantile((1 + level) / 2);
  const Smoothed q = Smooth(flagged, cases, z * z / 2);
  const Smoothed se = Smooth(calibration.true_flags, calibration.positives, 1);
  const Smoothed sp = Smooth(calibration.true_passes, calibration.negatives, 1);
  const double divisor = se.share + sp.share - 1;
  if (divisor < kLeastYouden) {
    result.reason = "no interval: too few labelled cases to tell the detector from a coin";
    return result;
  }
  const double rate = Corrected(q.share, se.share, sp.share);
  const double variance =
      (q.variance + rate * rate * se.variance + (1 - rate) * (1 - rate) * sp.variance) / (divisor * divisor);
  const double half = z * std::sqrt(variance);
  result.interval = Interval{std::clamp(std::min(rate - half, *result.rate), 0.0, 1.0),
                             std::clamp(std::max(rate + half, *result.rate), 0.0, 1.0), level,
                             "rogan-gladen, delta (approximate)"};
  return result;
}

}  // namespace assay::stats
