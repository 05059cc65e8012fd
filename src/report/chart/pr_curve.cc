// SPDX-License-Identifier: Apache-2.0
// Precision over recall as the threshold moves, with the point that is operated at, the prevalence
// (the precision of flagging cases at random) and the region that the claims ask for.
#include <algorithm>
#include <cmath>
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

constexpr std::size_t kMostRows = 20;  // of the table beside the chart, for each system
constexpr double kLogBelow = 0.1;      // interesting precisions below this need a logarithmic axis

// Positive precisions that must stay readable: what is asked for, what is operated at, what chance
// gives.
double LowestOfInterest(const std::vector<const Quality*>& quality) {
  double lowest = 1;
  const auto take = [&](const std::optional<double>& value) {
    if (Finite(value) && *value > 0) lowest = std::min(lowest, *value);
  };
  for (const Quality* q : quality) {
    take(q->prevalence);
    take(q->required_precision);
    if (q->operating_point) take(q->operating_point->precision);
  }
  return lowest;
}

std::string Share(const std::optional<double>& share) {
  return FormatWithUnit(share, ChooseScale({share}, Unit::kShare, {}));
}

std::string ShareWithInterval(const std::optional<double>& share,
                              const std::optional<Interval>& interval) {
  if (!interval) return Share(share);
  const Scale scale = ChooseScale({share, interval->low, interval->high}, Unit::kShare, {});
  return FormatWithUnit(share, scale) + " (" + FormatShareInterval(share, *interval, scale) + ")";
}

// What a whisker spans: a lower bound says nothing above the value.
std::optional<Interval> Drawn(const std::optional<double>& share,
                              std::optional<Interval> interval) {
  if (interval && IsLowerBoundOfShare(share, *interval)) interval->high = *share;
  return interval;
}

std::string Threshold(double threshold) {
  return FormatNumber(threshold, ChooseScale({threshold}, Unit::kNumber, {}));
}

std::string Sentence(const Quality& quality) {
  if (!quality.operating_point) return quality.system + ": no operating point is set.";
  const OperatingPoint& point = *quality.operating_point;
  return quality.system + ": operated at a score of at least " + Threshold(point.threshold) +
         ", recall is " + ShareWithInterval(point.recall, point.recall_interval) +
         " and precision " + ShareWithInterval(point.precision, point.precision_interval) + ".";
}

std::string Table(const std::vector<const Quality*>& quality, std::string_view title) {
  HtmlTable table(title, {"system", "#score at least", "#recall", "#precision"});
  for (const Quality* q : quality) {
    const std::size_t step =
        std::max<std::size_t>(1, (q->pr_curve.size() + kMostRows - 1) / kMostRows);
    for (std::size_t i = 0; i < q->pr_curve.size(); i += step) {
      const PrPoint& point = q->pr_curve[i];
      table.AddRow({Escape(q->system), Threshold(point.threshold), Share(point.recall),
                    Share(point.precision)});
    }
    if (step > 1) {
      table.AddNote("Every " + FormatCount(step) + "th of " + FormatCount(q->pr_curve.size()) +
                    " points; all are in the JSON report.");
    }
  }
  return table.Render();
}

void DrawRequired(Plot& plot, const std::vector<const Quality*>& quality) {
  const auto found = std::find_if(quality.begin(), quality.end(), [](const Quality* q) {
    return Finite(q->required_recall) || Finite(q->required_precision);
  });
  if (found == quality.end()) return;
  const std::optional<double> recall = Finite((*found)->required_recall);
  const std::optional<double> precision = Finite((*found)->required_precision);
  plot.Region(recall.value_or(0), precision.value_or(0), 1, 1, "good");
  if (recall) plot.LimitUp(*recall, "recall asked " + FormatShare(*recall));
  if (precision) plot.LimitAcross(*precision, "precision asked " + FormatShare(*precision));
}

}  // namespace

std::string PrFigure(const ReportModel& model, const std::vector<const Quality*>& all,
                     std::string_view id) {
  std::vector<const Quality*> quality;
  std::copy_if(all.begin(), all.end(), std::back_inserter(quality),
               [](const Quality* q) { return !q->pr_curve.empty(); });
  if (quality.empty()) return {};

  const double lowest = LowestOfInterest(quality);
  const bool log = lowest < kLogBelow;
  Axis y =
      log ? LogAxis(std::max(lowest * 0.6, 1e-6), 1, Unit::kShare, {}, "precision (logarithmic)")
          : LinearAxis(0, 1, Unit::kShare, {}, "precision");
  Plot plot(LinearAxis(0, 1, Unit::kShare, {}, "recall (share of the positives that are found)"),
            std::move(y));
  DrawRequired(plot, quality);
  const std::optional<double> prevalence = Finite(quality.front()->prevalence);
  if (prevalence)
    plot.LimitAcross(*prevalence, "prevalence " + Share(prevalence) + ": flagging at random");

  std::vector<LegendEntry> legend;
  std::vector<std::string> summary;
  for (const Quality* q : quality) {
    const std::size_t series = SeriesOf(model, q->system);
    std::vector<std::pair<double, double>> points;
    for (const PrPoint& point : q->pr_curve) points.emplace_back(point.recall, point.precision);
    plot.Line(points, series);
    if (const auto& point = q->operating_point;
        point && Finite(point->recall) && Finite(point->precision)) {
      plot.Whiskers(*point->recall, *point->precision, Drawn(point->recall, point->recall_interval),
                    Drawn(point->precision, point->precision_interval), series);
      plot.Marker(*point->recall, *point->precision, series);
    }
    legend.push_back({series, q->system + " (marker: operating point)"});
    summary.push_back(Sentence(*q));
  }
  if (quality.front()->required_recall || quality.front()->required_precision) {
    summary.emplace_back(
        "The shaded corner is what is asked for: an operating point must lie in it with its "
        "interval.");
  }
  const std::string title = "Precision and recall · split " + quality.front()->split;
  std::string description;
  for (const std::string& sentence : summary) description += sentence + " ";
  return Figure(title, legend, plot.Render(id, title, description), summary, Table(quality, title));
}

}  // namespace assay::report
