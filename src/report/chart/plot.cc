// SPDX-License-Identifier: Apache-2.0
#include "report/chart/plot.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "report/display_text.h"
#include "report/markup.h"

namespace assay::report {
namespace {

constexpr double kWidth = 680, kHeight = 360;
constexpr double kLeft = 74, kRight = 22, kTop = 18, kBottom = 50;
constexpr double kCharacter = 7;  // about one character of the label font
constexpr double kLineHeight = 16;
constexpr std::size_t kColors = 6, kMarkers = 4;

std::string Num(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::isfinite(value) ? value : 0.0,
                                 std::chars_format::fixed, 1);
  std::string text(buffer, end.ptr);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string Attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + Num(value) + "\"";
}

std::string SeriesClass(std::size_t series) {
  return "c" + std::to_string(series % kColors) + " d" + std::to_string(series % kMarkers);
}

std::string Segment(double x0, double y0, double x1, double y1, std::string_view style) {
  return "<line class=\"" + std::string(style) + "\"" + Attribute("x1", x0) + Attribute("y1", y0) +
         Attribute("x2", x1) + Attribute("y2", y1) + "/>\n";
}

std::string Text(double x, double y, std::string_view style, std::string_view text) {
  return "<text class=\"" + std::string(style) + "\"" + Attribute("x", x) + Attribute("y", y) +
         ">" + Escape(text) + "</text>\n";
}

// Circle, square, triangle, diamond.
std::string MarkerShape(double x, double y, std::size_t series, double r) {
  const std::string style = " class=\"marker " + SeriesClass(series) + "\"";
  const auto path = [&](std::initializer_list<std::pair<double, double>> corners) {
    std::string d = "M";
    for (const auto& [dx, dy] : corners) d += Num(x + dx * r) + " " + Num(y + dy * r) + " ";
    return "<path" + style + " d=\"" + d + "Z\"/>";
  };
  switch (series % kMarkers) {
    case 0:
      return "<circle" + style + Attribute("cx", x) + Attribute("cy", y) + Attribute("r", r) + "/>";
    case 1:
      return path({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
    case 2:
      return path({{0, -1.15}, {1.1, 0.85}, {-1.1, 0.85}});
    default:
      return path({{0, -1.25}, {1.1, 0}, {0, 1.25}, {-1.1, 0}});
  }
}

bool AllFinite(std::initializer_list<double> values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value); });
}

}  // namespace

Plot::Plot(Axis x, Axis y) : x_(std::move(x)), y_(std::move(y)) {}

double Plot::X(double value) const { return kLeft + x_.Place(value) * (kWidth - kLeft - kRight); }
double Plot::Y(double value) const {
  return kHeight - kBottom - y_.Place(value) * (kHeight - kTop - kBottom);
}

std::string Plot::PathOf(const std::vector<std::pair<double, double>>& points) const {
  std::string path, last;
  for (const auto& [x, y] : points) {
    if (!AllFinite({x, y})) continue;
    const std::string place = Num(X(x)) + " " + Num(Y(y));
    if (place == last) continue;  // many points can fall on one
    path += (path.empty() ? "M" : "L") + place;
    last = place;
  }
  return path;
}

void Plot::Line(const std::vector<std::pair<double, double>>& points, std::size_t series) {
  const std::string path = PathOf(points);
  if (!path.empty())
    body_ += "<path class=\"line " + SeriesClass(series) + "\" d=\"" + path + "\"/>\n";
}

void Plot::ThinLine(const std::vector<std::pair<double, double>>& points, std::size_t series) {
  const std::string path = PathOf(points);
  if (!path.empty())
    body_ += "<path class=\"line thin c" + std::to_string(series % kColors) + "\" d=\"" + path + "\"/>\n";
}

void Plot::Reference(const std::vector<std::pair<double, double>>& points, std::string_view name, std::size_t named) {
  const std::string path = PathOf(points);
  if (path.empty() || named >= points.size()) return;
  regions_ += "<path class=\"limit\" d=\"" + path + "\"/>\n";
  const auto& [x, y] = points[named];
  if (AllFinite({x, y})) labels_ += Text(X(x) + 8, Y(y) + 4, "limit-name", name);
}

void Plot::Marker(double x, double y, std::size_t series) {
  if (AllFinite({x, y})) body_ += MarkerShape(X(x), Y(y), series, 6) + "\n";
}

void Plot::Whiskers(double x, double y, const std::optional<Interval>& x_interval,
                    const std::optional<Interval>& y_interval, std::size_t series) {
  const std::string style = "whisker c" + std::to_string(series % kColors);
  if (x_interval && AllFinite({x_interval->low, x_interval->high, y})) {
    body_ += Segment(X(x_interval->low), Y(y), X(x_interval->high), Y(y), style);
  }
  if (y_interval && AllFinite({y_interval->low, y_interval->high, x})) {
    body_ += Segment(X(x), Y(y_interval->low), X(x), Y(y_interval->high), style);
  }
}

void Plot::LimitAcross(double y, std::string_view label) {
  if (!AllFinite({y})) return;
  regions_ += Segment(kLeft, Y(y), kWidth - kRight, Y(y), "limit");
  const double above = Y(y) - 5 < kTop + 8 ? Y(y) + 14 : Y(y) - 5;
  labels_ += Text(kLeft + 6, above, "limit-name", label);
}

void Plot::LimitUp(double x, std::string_view label) {
  if (!AllFinite({x})) return;
  regions_ += Segment(X(x), kTop, X(x), kHeight - kBottom, "limit");
  const bool left = X(x) > kWidth - 160;
  labels_ += Text(X(x) + (left ? -5 : 5), kTop + 13, left ? "limit-name end" : "limit-name", label);
}

void Plot::Reference(const std::vector<std::pair<double, double>>& points, std::string_view label) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto& [x0, y0] = points[i - 1];
    const auto& [x1, y1] = points[i];
    if (AllFinite({x0, y0, x1, y1})) regions_ += Segment(X(x0), Y(y0), X(x1), Y(y1), "limit");
  }
  if (!points.empty() && AllFinite({points.back().first, points.back().second})) {
    labels_ += Text(X(points.back().first) - 8, Y(points.back().second) + 18, "limit-name end", label);
  }
}

void Plot::Region(double x0, double y0, double x1, double y1, std::string_view style) {
  if (!AllFinite({x0, y0, x1, y1})) return;
  const double left = std::min(X(x0), X(x1)), top = std::min(Y(y0), Y(y1));
  regions_ += "<rect class=\"" + std::string(style) + "\"" + Attribute("x", left) +
              Attribute("y", top) + Attribute("width", std::fabs(X(x1) - X(x0))) +
              Attribute("height", std::fabs(Y(y1) - Y(y0))) + "/>\n";
}

void Plot::Label(double x, double y, std::string_view text) {
  if (!AllFinite({x, y})) return;
  const double width = kCharacter * static_cast<double>(DisplayWidth(text));
  const bool left = X(x) + 12 + width > kWidth - kRight;
  Box box{left ? X(x) - 12 - width : X(x) + 12, Y(y) - 8, width};
  const auto covers = [&](const Box& other) {
    return std::fabs(other.y - box.y) < kLineHeight && box.x < other.x + other.width &&
           other.x < box.x + box.width;
  };
  for (std::size_t i = 0; i <= taken_.size() && std::any_of(taken_.begin(), taken_.end(), covers);
       ++i) {
    box.y += kLineHeight;
  }
  taken_.push_back(box);
  labels_ += Text(left ? X(x) - 12 : X(x) + 12, box.y, left ? "name end" : "name", text);
}

void Plot::DrawAxes(std::string& out) const {
  const double bottom = kHeight - kBottom, right = kWidth - kRight;
  for (const Tick& tick : y_.ticks) {
    out += Segment(kLeft, Y(tick.at), right, Y(tick.at), "grid");
    out += Text(kLeft - 8, Y(tick.at) + 4, "tick end", tick.label);
  }
  for (const Tick& tick : x_.ticks) {
    out += Segment(X(tick.at), kTop, X(tick.at), bottom, "grid");
    out += Text(X(tick.at), bottom + 18, "tick middle", tick.label);
  }
  out += Segment(kLeft, bottom, right, bottom, "axis");
  out += Segment(kLeft, kTop, kLeft, bottom, "axis");
  out += Text((kLeft + right) / 2, kHeight - 10, "axis-name middle", x_.title);
  const double middle = (kTop + bottom) / 2;
  out += "<text class=\"axis-name middle\" transform=\"translate(14 " + Num(middle) +
         ") rotate(-90)\">" + Escape(y_.title) + "</text>\n";
}

std::string Plot::Render(std::string_view id, std::string_view title,
                         std::string_view description) const {
  const std::string name(id);
  std::string out = "<svg role=\"img\" viewBox=\"0 0 " + Num(kWidth) + " " + Num(kHeight) +
                    "\" aria-labelledby=\"" + name + "-title " + name + "-desc\">\n<title id=\"" +
                    name + "-title\">" + Escape(title) + "</title>\n<desc id=\"" + name +
                    "-desc\">" + Escape(description) + "</desc>\n";
  DrawAxes(out);
  return out + regions_ + body_ + labels_ + "</svg>\n";
}

std::string LegendSample(std::size_t series) {
  return "<svg class=\"sample\" viewBox=\"0 0 34 14\" aria-hidden=\"true\"><path class=\"line " +
         SeriesClass(series) + "\" d=\"M1 7L33 7\"/>" + MarkerShape(17, 7, series, 4.5) + "</svg>";
}

std::size_t SeriesOf(const ReportModel& model, std::string_view system) {
  const auto found = std::find_if(model.systems.begin(), model.systems.end(),
                                  [system](const SystemRow& row) { return row.id == system; });
  return static_cast<std::size_t>(found - model.systems.begin());
}

}  // namespace assay::report
