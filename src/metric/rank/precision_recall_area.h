// SPDX-License-Identifier: Apache-2.0
// Areas under the precision-recall curve that join its points, each in its own way. Average
// precision (rank_curve.h) joins nothing and is the one to decide by; these are for comparison with
// tools that report them.
#pragma once

#include <optional>

#include "metric/rank/rank_curve.h"

namespace assay::metric {

// Straight lines between the points (recall, precision), starting at recall 0 with precision 1.
// Optimistic: no threshold reaches what lies on such a line. Range    empty without a positive.
// Threads  safe: pure.
// Source   scikit-learn 1.9.1 auc(recall, precision) of its precision_recall_curve (by values).
std::optional<double> TrapezoidArea(const RankCurve& curve);

// Between two points true and false positives grow in proportion, as they would if the cases
// between had their labels in random order; precision is a hyperbola there, integrated in closed
// form. Range    empty without a positive. Threads  safe: pure. Source   Davis, Goadrich, ICML
// 2006, section 4; Keilwagen, Grosse, Grau, PLoS ONE 9 (2014) e92209, for the integral.
std::optional<double> DavisGoadrichArea(const RankCurve& curve);

}  // namespace assay::metric
