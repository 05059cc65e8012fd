// SPDX-License-Identifier: Apache-2.0
// Metrics of probabilities that are functions of totals over the cases, as rows and a statistic for a bootstrap that any
// number of cases can have (resample/cell_bootstrap.h): Brier score and skill, log-loss, normalised entropy, calibration in
// the large, expected calibration error.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "assay/metric.h"
#include "metric/rank/rank_curve.h"
#include "metric/resample/cell_bootstrap.h"

namespace assay::metric {

struct TotalsStatistic {
  CellRows rows;
  OfCells statistic;
};

// The metric of one system. Empty for any other metric.
// Shape    label and score of equal length, unweighted.
// Range    label 0 or 1; score in [0, 1].
// Threads  safe: pure.
std::optional<TotalsStatistic> TotalsOfLoss(std::string_view metric, std::span<const std::int32_t> label,
                                            std::span<const double> score);

// The metric of `other` less that of `baseline`, for the same cases: both see the same draws.
std::optional<TotalsStatistic> TotalsOfLossDifference(std::string_view metric, std::span<const std::int32_t> label,
                                                      std::span<const double> baseline, std::span<const double> other);

// Gives a measurement of TotalsOfLoss's metrics its BCa interval, or says in its note why it has none: cases are weighted,
// fewer than ten, or lose all alike, which says nothing of the spread.
// Shape    curve of input.quality.
// Threads  safe; a function of input.seed.
void SetLossInterval(Measurement& measurement, const RankCurve& curve, const MetricInput& input);

}  // namespace assay::metric
