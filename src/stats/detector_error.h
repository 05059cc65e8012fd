// SPDX-License-Identifier: Apache-2.0
// A rate that a fallible detector or judge reports, corrected for its errors, which themselves are only estimated from
// cases that people labelled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

// What people's labels say of the detector.
struct DetectorCalibration {
  std::uint64_t true_flags = 0, positives = 0;      // sensitivity = true_flags / positives
  std::uint64_t true_passes = 0, negatives = 0;     // specificity = true_passes / negatives
};

struct CorrectedRate {
  std::optional<double> rate;        // empty: not measured, `reason` says why
  std::optional<Interval> interval;  // approximate, errors of sensitivity and specificity included
  double raw = 0;                    // as the detector reports it
  std::string reason;
};

// (q + specificity - 1) / (sensitivity + specificity - 1), cut to [0, 1]. Not measured when the divisor is below 0.1: such
// a detector is close to a coin.
// Range    flagged <= cases, cases >= 1; positives and negatives >= 1; 0 < level < 1.
// Errors   kEmpty, kOutOfRange.
// Threads  safe: pure.
// Source   Rogan, Gladen, Am. J. Epidemiol. 107 (1978) 71-76: estimate and delta-method variance. For the interval each count
//          has a few successes and as many failures added, so that 0 and n leave a variance.
Result<CorrectedRate> CorrectForDetector(std::uint64_t flagged, std::uint64_t cases, const DetectorCalibration& calibration,
                                         double level);

}  // namespace assay::stats
