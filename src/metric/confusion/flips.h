// SPDX-License-Identifier: Apache-2.0
// Two systems' decisions on the same cases, case by case: what the one broke and what it fixed.
#pragma once

#include <cstdint>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/confusion/confusion_matrix.h"

namespace assay::metric {

struct Flips {
  std::uint64_t pairs = 0;     // cases that both answered
  std::uint64_t broken = 0;    // the baseline was right, this system is wrong
  std::uint64_t fixed = 0;     // the other way round
  std::uint64_t unpaired = 0;  // cases that only one of them answered
};

enum class FlipCases : std::uint8_t { kAll, kPositives };

// Pairs cases by id.
// Shape    ids, label and predicted of equal length in each; any order; weights are ignored.
// Errors   kContradiction for lengths, without ids, or when a case's label differs; kDuplicateId naming the case.
// Threads  safe: pure.
Result<Flips> PairFlips(const QualityColumns& system, const QualityColumns& baseline, FlipCases which);

// The share broken of the pairs as the metric `info`, with parts .broken, .fixed and .p (McNemar, exact).
Result<std::vector<Measurement>> MeasureFlips(const MetricInfo& info, const MetricInput& input, FlipCases which);

}  // namespace assay::metric
