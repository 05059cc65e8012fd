// SPDX-License-Identifier: Apache-2.0
// What a metric computes from, taken out of its input in the form it needs, or the reason why it is undefined.
//
// A metric's compute function is one call of these with its formula; what is missing (no load run, no decisions, more
// than two classes) is handled here once.
#pragma once

#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/confusion/class_table.h"
#include "metric/confusion/confusion_matrix.h"
#include "metric/rank/rank_curve.h"

namespace assay::metric {

using Measurements = std::vector<Measurement>;

// Two classes, decisions made.
Result<Measurements> FromDecisions(const MetricInfo& info, const MetricInput& input,
                                   Measurements (*formula)(const ConfusionMatrix& matrix, const MetricInput& input));
// Any number of classes, decisions made.
Result<Measurements> FromClasses(const MetricInfo& info, const MetricInput& input,
                                 Measurements (*formula)(const ClassTable& table, const MetricInput& input));
// Two classes, scores. kAtPositives where only the order of the scores matters.
Result<Measurements> FromScores(const MetricInfo& info, const MetricInput& input,
                                Measurements (*formula)(const RankCurve& curve, const MetricInput& input),
                                Thresholds thresholds = Thresholds::kAll);
// A load run.
Result<Measurements> FromPerformance(const MetricInfo& info, const MetricInput& input,
                                     Measurements (*formula)(const PerformanceColumns& run, const MetricInput& input));

}  // namespace assay::metric
