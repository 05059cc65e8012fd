// SPDX-License-Identifier: Apache-2.0
// All candidates in one plane: what they take (across, less is better) and how well they answer
// (up), with both limits.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "report/chart/figure.h"
#include "report/chart/plot.h"
#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"
#include "report/number.h"
#include "report/words.h"

namespace assay::report {
namespace {


struct Extent {
  double low = 0, high = 0;
  bool any = false;

  void Take(const std::optional<double>& value) {
    if (!Finite(value)) return;
    low = any ? std::min(low, *value) : *value;
    high = any ? std::max(high, *value) : *value;
    any = true;
  }
  void Take(const std::optional<Interval>& interval) {
    if (!interval) return;
    Take(std::optional(interval->low));
    Take(std::optional(interval->high));
  }
};

std::string NameOf(const CandidatePoint& point) {
  return point.label.empty() ? point.system : point.system + ", " + point.label;
}

std::string Text(const std::optional<double>& value, const std::optional<Interval>& interval,
                 const Scale& scale) {
  std::string text = FormatWithUnit(value, scale, kHtmlGroup);
  if (interval)
    text += " (" + FormatShare(interval->level) + " interval " +
            FormatInterval(interval, scale, kHtmlGroup) + ")";
  return text;
}

std::string Html(const std::optional<double>& value, const std::optional<Interval>& interval,
                 const Scale& scale) {
  std::string html = "<b>" + Escape(FormatWithUnit(value, scale, kHtmlGroup)) + "</b>";
  if (interval) {
    html += "<small>" + FormatShare(interval->level) + " interval " +
            Escape(FormatInterval(interval, scale, kHtmlGroup)) + "</small>";
  }
  return html;
}

Scale ColumnScale(const CandidatesChart& chart, std::optional<double> CandidatePoint::* value,
                  Unit unit, std::string_view currency) {
  std::vector<std::optional<double>> values;
  for (const CandidatePoint& point : chart.points) values.push_back(point.*value);
  return ChooseScale(values, unit, currency);
}

}  // namespace

std::string CandidatesFigure(const ReportModel& model, std::string_view id) {
  if (!model.candidates || model.candidates->points.empty()) return {};
  const CandidatesChart& chart = *model.candidates;
  Extent x, y;
  for (const CandidatePoint& point : chart.points) {
    x.Take(point.x);
    x.Take(point.x_interval);
    y.Take(point.y);
    y.Take(point.y_interval);
  }
  if (!x.any || !y.any) return {};
  x.Take(chart.x_limit);
  y.Take(chart.y_limit);

  const double room = (y.high - y.low) * 0.15;
  const bool share = chart.y_unit == Unit::kShare;
  Axis x_axis =
      LinearAxis(std::min(0.0, x.low), x.high * 1.1, chart.x_unit, model.currency, chart.x_title);
  Axis y_axis = LinearAxis(share ? std::max(0.0, y.low - room) : y.low - room,
                           share ? std::min(1.0, y.high + room) : y.high + room, chart.y_unit,
                           model.currency, chart.y_title);
  if (share) y_axis.high = std::min(y_axis.high, 1.0);
  const double left = x_axis.low, right = x_axis.high, bottom = y_axis.low, top = y_axis.high;
  const Scale x_scale = ColumnScale(chart, &CandidatePoint::x, chart.x_unit, model.currency);
  const Scale y_scale = ColumnScale(chart, &CandidatePoint::y, chart.y_unit, model.currency);
  Plot plot(std::move(x_axis), std::move(y_axis));
  const std::optional<double> x_limit = Finite(chart.x_limit), y_limit = Finite(chart.y_limit);
  if (x_limit || y_limit)
    plot.Region(left, y_limit.value_or(bottom), x_limit.value_or(right), top, "good");
  if (x_limit)
    plot.LimitUp(*x_limit, "at most " + TickLabel(*x_limit, chart.x_unit, model.currency));
  if (y_limit)
    plot.LimitAcross(*y_limit, "at least " + TickLabel(*y_limit, chart.y_unit, model.currency));

  HtmlTable table("Candidates", {"candidate", "#" + Escape(chart.x_title),
                                 "#" + Escape(chart.y_title), "required of it"});
  std::vector<std::string> summary;
  for (const CandidatePoint& point : chart.points) {
    const std::size_t series = SeriesOf(model, point.system);
    const std::string word(verdict::OutcomeWord(point.outcome));
    const std::string x_text = Text(point.x, point.x_interval, x_scale),
                      y_text = Text(point.y, point.y_interval, y_scale);
    table.AddRow({Escape(NameOf(point)), Html(point.x, point.x_interval, x_scale),
                  Html(point.y, point.y_interval, y_scale), Chip(word)});
    summary.push_back(NameOf(point) + ": " + chart.x_title + " " + x_text + ", " + chart.y_title +
                      " " + y_text + ": " + word + ".");
    if (!Finite(point.x) || !Finite(point.y)) continue;  // stays in the table and the summary
    plot.Whiskers(*point.x, *point.y, point.x_interval, point.y_interval, series);
    plot.Marker(*point.x, *point.y, series);
    plot.Label(*point.x, *point.y, std::string(Sign(point.outcome)) + " " + NameOf(point));
  }
  if (x_limit || y_limit) summary.emplace_back("The shaded area is what is asked for.");
  const std::string title = "Candidates: " + chart.y_title + " over " + chart.x_title;
  std::string description;
  for (const std::string& sentence : summary) description += sentence + " ";
  return Figure(title, {}, plot.Render(id, title, description), summary, table.Render());
}

}  // namespace assay::report
