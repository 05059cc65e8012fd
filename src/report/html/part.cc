// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"
#include "report/words.h"

namespace assay::report {
namespace {

// A row of a side-by-side table. A list may hold a metric more than once (at two thresholds, say):
// each has its own row.
struct Row {
  std::string metric;
  std::size_t occurrence = 0;
  bool operator==(const Row&) const = default;
};

const Measurement* Find(const std::vector<Measurement>& measurements, const Row& row) {
  std::size_t before = row.occurrence;
  for (const Measurement& measurement : measurements) {
    if (measurement.metric == row.metric && before-- == 0) return &measurement;
  }
  return nullptr;
}

void AddRows(std::vector<Row>& rows, const std::vector<Measurement>& measurements) {
  for (auto at = measurements.begin(); at != measurements.end(); ++at) {
    const auto before = std::count_if(measurements.begin(), at, [at](const Measurement& other) {
      return other.metric == at->metric;
    });
    const Row row{at->metric, static_cast<std::size_t>(before)};
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
}

std::string ValueCell(const Measurement* measurement, const Scale& scale) {
  if (!measurement) return "<span class=\"none\">not measured</span>";
  std::string cell =
      Finite(measurement->value)
          ? "<b>" + Escape(FormatWithUnit(measurement->value, scale, kHtmlGroup)) + "</b>"
          : std::string("<span class=\"none\">undefined</span>");
  std::string small;
  if (measurement->interval) {
    small += FormatShare(measurement->interval->level) + " interval " +
             FormatInterval(measurement->interval, scale, kHtmlGroup);
  }
  if (measurement->n > 0)
    small += (small.empty() ? "n = " : ", n = ") + FormatCount(measurement->n, kHtmlGroup);
  if (!small.empty()) cell += "<small>" + Escape(small) + "</small>";
  if (!measurement->note.empty())
    cell += "<small class=\"words\">" + Escape(measurement->note) + "</small>";
  return cell;
}

}  // namespace

std::string MetricName(const ReportModel& model, std::string_view metric) {
  const Definition* definition = FindDefinition(model, metric);
  const std::string title = Escape(TitleOf(model, metric));
  if (!definition) return title;
  const auto number = definition - model.definitions.data();
  return "<a class=\"def\" href=\"#def-" + std::to_string(number) + "\" title=\"" +
         Escape(definition->definition) + "\">" + title + "</a>";
}

std::string SideBySide(
    const ReportModel& model, std::string_view caption,
    const std::vector<std::pair<std::string, const std::vector<Measurement>*>>& columns) {
  std::vector<std::string> heads = {"metric"};
  std::vector<Row> rows;
  for (const auto& [name, measurements] : columns) {
    heads.push_back("#" + Escape(name));
    AddRows(rows, *measurements);
  }
  if (rows.empty()) return {};
  HtmlTable table(caption, heads);
  for (const Row& row : rows) {
    std::vector<std::optional<double>> values;
    Unit unit = Unit::kNumber;
    for (const auto& [name, measurements] : columns) {
      const Measurement* measurement = Find(*measurements, row);
      if (!measurement) continue;
      unit = measurement->unit;
      values.push_back(measurement->value);
      if (measurement->interval)
        values.insert(values.end(), {measurement->interval->low, measurement->interval->high});
    }
    const Scale scale = ChooseScale(values, unit, model.currency);
    std::vector<std::string> cells = {MetricName(model, row.metric)};
    for (const auto& [name, measurements] : columns)
      cells.push_back(ValueCell(Find(*measurements, row), scale));
    table.AddRow(cells);
  }
  return table.Render("values");
}

std::string List(const std::vector<std::string>& texts, std::string_view style) {
  if (texts.empty()) return {};
  std::string out = style.empty() ? "<ul>" : "<ul class=\"" + std::string(style) + "\">";
  for (const std::string& text : texts) out += "<li>" + Escape(text) + "</li>";
  return out + "</ul>\n";
}

std::string Fact(std::string_view name, std::string_view value) {
  if (value.empty()) return {};
  return "<div><dt>" + Escape(name) + "</dt><dd>" + Escape(value) + "</dd></div>\n";
}

std::string Hash(std::string_view sha256) {
  if (sha256.empty()) return "<span class=\"none\">not stated</span>";
  return "<code class=\"hash\">" + Escape(sha256) + "</code>";
}

std::string Command(std::string_view command) {
  return "<pre class=\"command\"><code>" + Escape(command) + "</code></pre>\n";
}

void AddOnce(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace assay::report
