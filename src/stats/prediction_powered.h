// SPDX-License-Identifier: Apache-2.0
// The mean of what people would say, from a judge's scores of many cases and people's labels of a few of them.
//
// The judge's mean over all cases is corrected by how far it is off where people labelled, with a weight on the judge that
// the labelled cases choose: a judge that follows people saves labels, one that doesn't is left out (weight 0) and costs
// nothing. Holds only where the labelled cases are drawn at random from the same cases.
#pragma once

#include <cstdint>
#include <span>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

struct PredictionPoweredMean {
  double mean = 0;
  Interval interval;           // normal, approximate
  double weight = 0;           // on the judge: 0 to 1
  double labelled_mean = 0;    // of people's labels alone
  double labelled_error = 0;   // its standard error
  double error = 0;            // the standard error here: the smaller it is against labelled_error, the more the judge helps
};

// `label` and `judged` of the labelled cases, `others` the judge's scores of the rest.
// Range    at least 2 labelled and 2 other cases; finite; 0 < level < 1.
// Errors   kContradiction for lengths; kEmpty; kNotFinite; kOutOfRange.
// Threads  safe: pure.
// Source   Angelopoulos, Duchi, Zrnic, "PPI++: Efficient Prediction-Powered Inference", 2023, for a mean; weight and estimate
//          as ppi_python 0.2.3 has them. Its error divides by n, here by n - 1, which small calibrations need.
Result<PredictionPoweredMean> MeanWithJudge(std::span<const double> label, std::span<const double> judged,
                                            std::span<const double> others, double level);

}  // namespace assay::stats
