// SPDX-License-Identifier: Apache-2.0
// How often cases that were given a probability turn out positive, bin by bin with the interval of each share, against the
// diagonal of calibrated scores.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "report/chart/figure.h"
#include "report/chart/plot.h"
#include "report/html/html_table.h"
#include "report/markup.h"
#include "report/number.h"

namespace assay::report {
namespace {

constexpr double kLeastRange = 0.05;

std::string ShareText(double share) { return FormatWithUnit(share, ChooseScale({share}, Unit::kShare, {})); }

// Rare classes have their scores near 0: the axes end where the bins do.
double HighestOf(const std::vector<const Quality*>& quality) {
  double highest = kLeastRange;
  for (const Quality* q : quality) {
    for (const ReliabilityPoint& point : q->reliability) highest = std::max({highest, point.mean_score, point.interval.high});
  }
  return std::min(1.0, highest);
}

std::string ReliabilityTable(const std::vector<const Quality*>& quality, std::string_view title) {
  HtmlTable table(title, {"system", "#mean score", "#share of positives", "#interval", "#cases"});
  for (const Quality* q : quality) {
    for (const ReliabilityPoint& point : q->reliability) {
      const Scale scale = ChooseScale({point.positive_share, point.interval.low, point.interval.high}, Unit::kShare, {});
      table.AddRow({Escape(q->system), ShareText(point.mean_score), ShareText(point.positive_share),
                    FormatShareInterval(point.positive_share, point.interval, scale), FormatCount(point.n)});
    }
  }
  return table.Render();
}

std::string ReliabilitySentence(const Quality& quality) {
  std::size_t off = 0;
  for (const ReliabilityPoint& point : quality.reliability) {
    off += point.mean_score < point.interval.low || point.mean_score > point.interval.high ? 1 : 0;
  }
  return quality.system + ": in " + std::to_string(off) + " of " + std::to_string(quality.reliability.size()) +
         " bins the mean score lies outside of the share's interval.";
}

}  // namespace

std::string ReliabilityFigure(const ReportModel& model, const std::vector<const Quality*>& all, std::string_view id) {
  std::vector<const Quality*> quality;
  std::ranges::copy_if(all, std::back_inserter(quality), [](const Quality* q) { return !q->reliability.empty(); });
  if (quality.empty()) return {};
  const double highest = HighestOf(quality);
  Plot plot(LinearAxis(0, highest, Unit::kShare, {}, "mean score in the bin"),
            LinearAxis(0, highest, Unit::kShare, {}, "share of positives in it"));
  plot.Reference({{0, 0}, {highest, highest}}, "calibrated");
  std::vector<LegendEntry> legend;
  std::vector<std::string> summary;
  for (const Quality* q : quality) {
    const std::size_t series = SeriesOf(model, q->system);
    std::vector<std::pair<double, double>> points;
    for (const ReliabilityPoint& point : q->reliability) points.emplace_back(point.mean_score, point.positive_share);
    plot.Line(points, series);
    for (const ReliabilityPoint& point : q->reliability) {
      plot.Whiskers(point.mean_score, point.positive_share, std::nullopt, point.interval, series);
      plot.Marker(point.mean_score, point.positive_share, series);
    }
    legend.push_back({series, q->system});
    summary.push_back(ReliabilitySentence(*q));
  }
  summary.emplace_back("On the diagonal a score of 20 % means that one in five is positive; of calibrated scores about one bin "
                       "in twenty lies off by chance.");
  const std::string title = "Reliability of the scores · split " + quality.front()->split;
  std::string description;
  for (const std::string& sentence : summary) description += sentence + " ";
  return Figure(title, legend, plot.Render(id, title, description), summary, ReliabilityTable(quality, title));
}

}  // namespace assay::report
