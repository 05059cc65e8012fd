// SPDX-License-Identifier: Apache-2.0
// The charts of the HTML report, each a <figure> with legend, static SVG, a summary in words and a
// table of its numbers. All points are in the model already; a chart picks and places them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/model.h"

namespace assay::report {

// Latency by percentile, one line for each cell of one traffic entry; "" when no cell has a curve.
// `id` is unique in the page, as below.
std::string LatencyFigure(const ReportModel& model, const std::vector<const Cell*>& cells,
                          std::string_view id);

// Precision by recall, one line for each system on one split, with operating points, the prevalence
// line and the region that is asked for; "" when no system has a curve.
std::string PrFigure(const ReportModel& model, const std::vector<const Quality*>& quality,
                     std::string_view id);

// Share of positives by score, one line for each system on one split whose scores are probabilities; "" when none has bins.
std::string ReliabilityFigure(const ReportModel& model, const std::vector<const Quality*>& quality,
                              std::string_view id);

// Candidates by cost and quality with the limits on both; "" when the model has none.
std::string CandidatesFigure(const ReportModel& model, std::string_view id);

// Costs over the ratio of the errors' prices, a line for each system, with flagging none, flagging all and the points where
// a system begins and ceases to pay; "" without curves. All of one base rate and one split.
std::string CostCurveFigure(const ReportModel& model, const std::vector<const CostCurve*>& curves,
                            std::string_view id);

// A claim's interval, value and bound on one small line; "" when there is nothing to draw.
std::string ClaimStrip(const verdict::ClaimVerdict& claim);

struct LegendEntry {
  std::size_t series = 0;
  std::string name;
};

// Puts the parts together. `svg` and `table` are HTML; title, legend and summary are text.
std::string Figure(std::string_view title, const std::vector<LegendEntry>& legend,
                   std::string_view svg, const std::vector<std::string>& summary,
                   std::string_view table);

}  // namespace assay::report
