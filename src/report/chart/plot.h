// SPDX-License-Identifier: Apache-2.0
// A static SVG plot: axes, regions, lines, markers. Colours come from the page's style sheet
// (classes c0 … c5), and each series has a dash pattern and a marker of its own, so that nothing
// hangs on colour.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/chart/axis.h"
#include "report/model.h"

namespace assay::report {

class Plot {
 public:
  Plot(Axis x, Axis y);

  // Points outside an axis stand at its edge; those that aren't finite are left out.
  void Line(const std::vector<std::pair<double, double>>& points, std::size_t series);
  // The same, thin and without a place in the legend's line: what stands behind a series.
  void ThinLine(const std::vector<std::pair<double, double>>& points, std::size_t series);
  // A dashed line that no series owns, its name beside point `named`.
  void Reference(const std::vector<std::pair<double, double>>& points, std::string_view name, std::size_t named);
  void Marker(double x, double y, std::size_t series);
  // Thin bars over the intervals through (x, y).
  void Whiskers(double x, double y, const std::optional<Interval>& x_interval,
                const std::optional<Interval>& y_interval, std::size_t series);
  // A line across the plot at y, or up the plot at x, with its name on it.
  void LimitAcross(double y, std::string_view label);
  void LimitUp(double x, std::string_view label);
  // A dashed line that is nobody's, with its name at its end.
  void Reference(const std::vector<std::pair<double, double>>& points, std::string_view label);
  // The area between two corners; style "good" or "bad".
  void Region(double x0, double y0, double x1, double y1, std::string_view style);
  // Text beside a point, moved down where it would cover an earlier one.
  void Label(double x, double y, std::string_view text);

  // The <svg>; `id` is unique in the page, title and description are read aloud.
  std::string Render(std::string_view id, std::string_view title,
                     std::string_view description) const;

 private:
  std::string PathOf(const std::vector<std::pair<double, double>>& points) const;
  double X(double value) const;
  double Y(double value) const;
  void DrawAxes(std::string& out) const;

  struct Box {
    double x, y, width;
  };

  Axis x_, y_;
  std::string regions_, body_, labels_;
  std::vector<Box> taken_;
};

// A sample of a series' line and marker for a legend.
std::string LegendSample(std::size_t series);

// Position of a system among the model's systems: its series number in all charts.
std::size_t SeriesOf(const ReportModel& model, std::string_view system);

}  // namespace assay::report
