// SPDX-License-Identifier: Apache-2.0
// What errors cost as the ratio of their prices moves, because it is the ratio that people argue over. Placed by the weight
// that misses have among all errors every rule of fixed decisions is a straight line, and so are flagging none and flagging
// all; where a rule's line lies below both it pays.
// Source   Drummond, Holte, Machine Learning 65 (2006) 95-130.
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

constexpr std::size_t kTableStep = 4;
constexpr double kTickGap = 0.055;  // of the axis, so that labels don't touch

// Three digits are more than anybody argues about.
std::string Ratio(double ratio) {
  const double digits = ratio > 0 ? 2 - std::floor(std::log10(ratio)) : 0;
  return FormatNumber(ratio, Scale{1, static_cast<int>(std::clamp(digits, 0.0, 6.0)), ""});
}

double WeightAt(double ratio, double base_rate) {
  return base_rate * ratio / (base_rate * ratio + 1 - base_rate);
}

// Ratios 1, 2, 5 · 10^k, where they have room.
Axis RatioAxis(double base_rate, std::string title) {
  Axis axis{Axis::Kind::kLinear, 0, 1, {}, std::move(title)};
  for (int power = -6; power <= 9; ++power) {
    for (const double step : {1.0, 2.0, 5.0}) {
      const double ratio = step * std::pow(10.0, power), at = WeightAt(ratio, base_rate);
      const bool room = axis.ticks.empty() || at - axis.ticks.back().at >= kTickGap;
      if (room && at >= kTickGap / 2 && at <= 1 - kTickGap / 2) {
        axis.ticks.push_back({at, TickLabel(ratio, Unit::kNumber, {})});
      }
    }
  }
  return axis;
}

double HighestCost(const std::vector<const CostCurve*>& curves) {
  double highest = 1;
  for (const CostCurve* curve : curves) {
    for (const CostCurvePoint& point : curve->points) {
      highest = std::max({highest, point.rule, point.flag_all, point.flag_none});
    }
  }
  return highest;
}

std::string Money(const ReportModel& model, double value) {
  return FormatWithUnit(value, ChooseScale({value}, Unit::kMoneyPer1000, model.currency));
}

std::string Sentence(const ReportModel& model, const CostCurve& curve) {
  std::string text = curve.system + ", " + curve.decision + ": ";
  const bool never = curve.pays_from && curve.pays_to && *curve.pays_from >= *curve.pays_to;
  if (!curve.pays_from || never) {
    text += "costs more than flagging none or flagging all at every ratio";
  } else {
    text += "cheaper than flagging none from " + Ratio(*curve.pays_from) + " on";
    text += curve.pays_to ? ", cheaper than flagging all up to " + Ratio(*curve.pays_to)
                          : ", and never dearer than flagging all";
  }
  return text + ". At the stated ratio of " + Ratio(curve.stated_ratio) + " it costs " + Money(model, curve.cost) +
         "; flagging none " + Money(model, curve.flag_none) + ", flagging all " + Money(model, curve.flag_all) + ".";
}

std::string Table(const std::vector<const CostCurve*>& curves, std::string_view title) {
  HtmlTable table(title, {"system", "#miss : false alarm", "#flag none", "#flag all", "#these decisions",
                          "#cheapest by these labels"});
  const auto share = [](const std::optional<double>& value) {
    return value ? FormatNumber(value, Scale{1, 3, ""}) : std::string("–");
  };
  for (const CostCurve* curve : curves) {
    for (std::size_t i = 0; i < curve->points.size(); i += kTableStep) {
      const CostCurvePoint& point = curve->points[i];
      table.AddRow({Escape(curve->system), Ratio(point.ratio), share(point.flag_none), share(point.flag_all),
                    share(point.rule), share(point.cheapest)});
    }
  }
  return table.Render();
}

void DrawDoingNothing(Plot& plot, const CostCurve& curve) {
  std::vector<std::pair<double, double>> none, all;
  for (const CostCurvePoint& point : curve.points) {
    none.emplace_back(point.weight, point.flag_none);
    all.emplace_back(point.weight, point.flag_all);
  }
  const auto place_of = [&](double weight) {
    const auto found = std::ranges::find_if(curve.points, [weight](const CostCurvePoint& point) { return point.weight >= weight; });
    return static_cast<std::size_t>(found - curve.points.begin());
  };
  plot.Reference(none, "flag none", place_of(0.7));
  plot.Reference(all, "flag all", place_of(0.12));
}

void DrawSystem(Plot& plot, const CostCurve& curve, std::size_t series) {
  std::vector<std::pair<double, double>> rule, cheapest;
  for (const CostCurvePoint& point : curve.points) {
    rule.emplace_back(point.weight, point.rule);
    if (point.cheapest) cheapest.emplace_back(point.weight, *point.cheapest);
  }
  plot.ThinLine(cheapest, series);
  plot.Line(rule, series);
  for (const auto& [ratio, word] : {std::pair{curve.pays_from, "from "}, {curve.pays_to, "up to "}}) {
    if (!ratio || !(*ratio > 0)) continue;
    const double at = WeightAt(*ratio, curve.base_rate);
    const auto next = std::find_if(curve.points.begin(), curve.points.end(),
                                   [at](const CostCurvePoint& point) { return point.weight >= at; });
    if (next == curve.points.begin() || next == curve.points.end()) continue;
    const CostCurvePoint& before = *(next - 1);
    const double share = (at - before.weight) / (next->weight - before.weight);
    const double cost = before.rule + share * (next->rule - before.rule);
    plot.Marker(at, cost, series);
    plot.Label(at, cost, word + Ratio(*ratio));
  }
}

}  // namespace

std::string CostCurveFigure(const ReportModel& model, const std::vector<const CostCurve*>& curves, std::string_view id) {
  if (curves.empty()) return {};
  const CostCurve& first = *curves.front();
  Plot plot(RatioAxis(first.base_rate, "a miss costs this many false alarms"),
            LinearAxis(0, HighestCost(curves), Unit::kNumber, {}, "cost, as a share of being always wrong"));
  DrawDoingNothing(plot, first);
  plot.LimitUp(WeightAt(first.stated_ratio, first.base_rate), "stated: " + Ratio(first.stated_ratio));
  std::vector<LegendEntry> legend;
  std::vector<std::string> summary;
  for (const CostCurve* curve : curves) {
    const std::size_t series = SeriesOf(model, curve->system);
    DrawSystem(plot, *curve, series);
    legend.push_back({series, curve->system + " " + curve->decision + " (markers: where it begins and ceases to pay)"});
    summary.push_back(Sentence(model, *curve));
  }
  summary.emplace_back("Lower is cheaper. Where a line lies above flag none or flag all, no system at all would cost less. "
                       "Thin lines take at each ratio the cheapest threshold by these very labels, which flatters.");
  const std::string rate = FormatWithUnit(first.base_rate, ChooseScale({first.base_rate}, Unit::kShare, {}));
  summary.push_back("At " + std::string(first.own_rate ? "the cases' own" : "the stated") + " base rate of " + rate +
                    ", with the price of a false alarm and of a review as stated" +
                    (first.by_row ? "; cases with amounts of their own stand with the average amount." : "."));
  const std::string title = "What errors cost, by the ratio of their prices · split " + first.split;
  std::string description;
  for (const std::string& sentence : summary) description += sentence + " ";
  return Figure(title, legend, plot.Render(id, title, description), summary, Table(curves, title));
}

}  // namespace assay::report
