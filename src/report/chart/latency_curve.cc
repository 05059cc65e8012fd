// SPDX-License-Identifier: Apache-2.0
// The percentile curve: which share of the queries (across, stretched towards 100 %) took at most
// how long (up). A bound "p99 at most 10 ms" is a shaded corner that the line must not enter.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "report/chart/figure.h"
#include "report/chart/plot.h"
#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"
#include "report/number.h"

namespace assay::report {
namespace {

constexpr double kMarks[] = {0.5, 0.9, 0.95, 0.97, 0.99, 0.999, 1.0};
constexpr double kLogFrom = 20;  // largest over smallest latency from which the axis is logarithmic

struct CurveExtent {
  double low = 0, high = 0;  // latency
  double percentile = 0.9;   // largest below 1
  bool any = false;
};

CurveExtent Measure(const std::vector<const Cell*>& cells) {
  CurveExtent extent;
  const auto take = [&](double latency) {
    if (!std::isfinite(latency) || latency <= 0) return;
    extent.low = extent.any ? std::min(extent.low, latency) : latency;
    extent.high = extent.any ? std::max(extent.high, latency) : latency;
    extent.any = true;
  };
  for (const Cell* cell : cells) {
    for (const CurvePoint& point : cell->latency_curve) {
      take(point.latency_ns);
      if (point.percentile < 1) extent.percentile = std::max(extent.percentile, point.percentile);
    }
    if (cell->latency_limit_ns && extent.any) take(*cell->latency_limit_ns);
    if (cell->latency_limit_percentile && *cell->latency_limit_percentile < 1) {
      extent.percentile = std::max(extent.percentile, *cell->latency_limit_percentile);
    }
  }
  return extent;
}

// The first point at or above each usual percentile: a pick among the given points, not an
// interpolation.
std::vector<CurvePoint> Picks(const std::vector<CurvePoint>& curve) {
  std::vector<CurvePoint> picks;
  for (const double mark : kMarks) {
    const auto found = std::find_if(curve.begin(), curve.end(), [mark](const CurvePoint& point) {
      return point.percentile >= mark - 1e-12;
    });
    if (found == curve.end()) continue;
    if (picks.empty() || picks.back().percentile != found->percentile) picks.push_back(*found);
  }
  return picks;
}

std::string NameOf(const Cell& cell) {
  return cell.repeat > 0 ? cell.system + ", repeat " + FormatCount(cell.repeat) : cell.system;
}

std::string Duration(double ns) {
  return FormatWithUnit(ns, ChooseScale({ns}, Unit::kNanoseconds, {}), kHtmlGroup);
}

// A point of the curve needn't stand at a round percentile: "52.1 %", but "99.9 %" and "99 %".
std::string PercentileText(double percentile) {
  return FormatShare(percentile < 0.99 ? std::round(percentile * 1000) / 1000 : percentile);
}

std::string Sentence(const Cell& cell) {
  std::string text = NameOf(cell) + ": ";
  const std::vector<CurvePoint> picks = Picks(cell.latency_curve);
  for (std::size_t i = 0; i < picks.size(); ++i) {
    text += i == 0 ? "" : "; ";
    text += picks[i].percentile >= 1 ? "all" : PercentileText(picks[i].percentile);
    text +=
        (i == 0 ? " of the queries took at most " : " at most ") + Duration(picks[i].latency_ns);
  }
  return text + ".";
}

std::string Table(const std::vector<const Cell*>& cells, std::string_view title) {
  HtmlTable table(title, {"system", "#share of queries", "#took at most"});
  for (const Cell* cell : cells) {
    for (const CurvePoint& point : Picks(cell->latency_curve)) {
      table.AddRow(
          {Escape(NameOf(*cell)), PercentileText(point.percentile), Duration(point.latency_ns)});
    }
  }
  return table.Render();
}

void DrawLimit(Plot& plot, const Cell& cell, double top) {
  if (!cell.latency_limit_ns) return;
  const double share = cell.latency_limit_percentile.value_or(1.0);
  plot.Region(0, *cell.latency_limit_ns, share, top, "bad");
  plot.LimitAcross(*cell.latency_limit_ns,
                   "limit " + Duration(*cell.latency_limit_ns) + " for " + FormatShare(share));
}

}  // namespace

std::string LatencyFigure(const ReportModel& model, const std::vector<const Cell*>& all,
                          std::string_view id) {
  std::vector<const Cell*> cells;
  std::copy_if(all.begin(), all.end(), std::back_inserter(cells),
               [](const Cell* cell) { return !cell->latency_curve.empty(); });
  if (cells.empty()) return {};
  const CurveExtent extent = Measure(cells);
  if (!extent.any) return {};

  const bool log = extent.high / extent.low > kLogFrom;
  const std::string y_title = log ? "latency (logarithmic)" : "latency";
  Axis y = log ? LogAxis(extent.low * 0.8, extent.high * 1.25, Unit::kNanoseconds, {}, y_title)
               : LinearAxis(0, extent.high * 1.05, Unit::kNanoseconds, {}, y_title);
  const double top = y.high;
  Plot plot(PercentileAxis(1 - (1 - extent.percentile) * 0.8,
                           "share of queries that took at most this long"),
            std::move(y));
  for (const Cell* cell : cells) {
    if (cell->latency_limit_ns) {
      DrawLimit(plot, *cell, top);
      break;  // all cells of a traffic entry have the same bound
    }
  }
  std::vector<LegendEntry> legend;
  std::vector<std::string> summary;
  for (const Cell* cell : cells) {
    const std::size_t series = SeriesOf(model, cell->system);
    std::vector<std::pair<double, double>> points;
    for (const CurvePoint& point : cell->latency_curve)
      points.emplace_back(point.percentile, point.latency_ns);
    plot.Line(points, series);
    for (const CurvePoint& point : Picks(cell->latency_curve))
      plot.Marker(point.percentile, point.latency_ns, series);
    legend.push_back({series, NameOf(*cell)});
    summary.push_back(Sentence(*cell));
  }
  if (cells.front()->latency_limit_ns)
    summary.emplace_back("A line that enters the shaded area misses the limit.");
  const std::string title = "Latency by percentile · " + cells.front()->traffic;
  std::string description;
  for (const std::string& sentence : summary) description += sentence + " ";
  return Figure(title, legend, plot.Render(id, title, description), summary, Table(cells, title));
}

}  // namespace assay::report
