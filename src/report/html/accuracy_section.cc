// SPDX-License-Identifier: Apache-2.0
// Section 4: how well each system answered, at the threshold that it is operated at, and which
// cases it got wrong.
#include <algorithm>

#include "report/chart/figure.h"
#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"

namespace assay::report {
namespace {

using Rows = std::vector<const Quality*>;

std::string Share(const std::optional<double>& share,
                  const std::optional<Interval>& interval = {}) {
  if (!Finite(share)) return "<span class=\"none\">undefined</span>";
  if (!interval) return Escape(FormatWithUnit(share, ChooseScale({share}, Unit::kShare, {})));
  const Scale scale = ChooseScale({share, interval->low, interval->high}, Unit::kShare, {});
  return "<b>" + Escape(FormatWithUnit(share, scale)) + "</b><small>" +
         Escape(FormatShareInterval(share, *interval, scale)) + "</small>";
}

std::string Number(const std::optional<double>& value) {
  return Finite(value) ? Escape(FormatNumber(value, ChooseScale({value}, Unit::kNumber, {})))
                       : std::string();
}

std::string OperatingPoints(const Rows& rows, const std::string& split) {
  HtmlTable table("Operating points · split " + split,
                  {"system", "#score at least", "#recall", "#precision", "chosen by"});
  for (const Quality* quality : rows) {
    if (!quality->operating_point) continue;
    const OperatingPoint& point = *quality->operating_point;
    table.AddRow({Escape(quality->system), Number(point.threshold),
                  Share(point.recall, point.recall_interval),
                  Share(point.precision, point.precision_interval), Escape(point.method)});
    table.AddNote(Escape(point.statement));
  }
  return table.empty() ? std::string() : table.Render();
}

std::string ConfusionTable(const Quality& quality) {
  if (!quality.confusion) return {};
  const Confusion& confusion = *quality.confusion;
  const std::size_t k = confusion.classes.size();
  if (k == 0 || confusion.counts.size() != k * k) return {};
  std::vector<std::string> heads = {"is \\ called"};
  for (const std::string& name : confusion.classes) heads.push_back("#" + Escape(name));
  HtmlTable table("Confusion matrix" +
                      std::string(quality.operating_point ? " at the operating point" : "") + " · " +
                      quality.system,
                  heads);
  for (std::size_t row = 0; row < k; ++row) {
    std::vector<std::string> cells = {Escape(confusion.classes[row])};
    for (std::size_t column = 0; column < k; ++column) {
      const std::string count = FormatCount(confusion.counts[row * k + column], kHtmlGroup);
      cells.push_back(row == column ? "<b>" + count + "</b>" : count);
    }
    table.AddRow(cells);
  }
  return table.Render("small");
}

std::string ClassTable(const Quality& quality) {
  if (quality.classes.empty()) return {};
  HtmlTable table("By class · " + quality.system, {"class", "#cases", "#precision", "#recall"});
  for (const ClassRow& row : quality.classes) {
    table.AddRow({Escape(row.name), FormatCount(row.n, kHtmlGroup), Share(row.precision),
                  Share(row.recall)});
  }
  return "<details><summary>By class · " + Escape(quality.system) + "</summary>\n" +
         table.Render() + "</details>\n";
}

std::string CaseTable(const Quality& quality) {
  if (quality.cases.empty()) return {};
  HtmlTable table("Cases · " + quality.system,
                  {"case", "is", "called", "#score", "what went wrong"});
  for (const CaseRow& row : quality.cases) {
    table.AddRow({Escape(row.id), Escape(row.label), Escape(row.predicted), Number(row.score),
                  Escape(row.note)});
  }
  std::string out = "<details><summary>Cases to look at · " + Escape(quality.system) +
                    "</summary>\n" + table.Render();
  if (!quality.cases_note.empty())
    out += "<p class=\"lead\">" + Escape(quality.cases_note) + "</p>\n";
  return out + "</details>\n";
}

std::string SplitPart(const ReportModel& model, const Rows& rows, std::size_t number) {
  const std::string& split = rows.front()->split;
  std::string out = "<h3>Split " + Escape(split) + " <span class=\"aside\">" +
                    FormatCount(rows.front()->n, kHtmlGroup) + " cases";
  if (Finite(rows.front()->prevalence)) out += ", " + Share(rows.front()->prevalence) + " positive";
  out += "</span></h3>\n";
  std::vector<std::pair<std::string, const std::vector<Measurement>*>> columns;
  auto at_point = columns;
  for (const Quality* quality : rows) {
    columns.emplace_back(quality->system, &quality->measurements);
    at_point.emplace_back(quality->system, &quality->measurements_at_point);
  }
  const bool two = std::any_of(rows.begin(), rows.end(), [](const Quality* quality) {
    return !quality->measurements_at_point.empty();
  });
  out += PrFigure(model, rows, "pr-" + std::to_string(number)) + OperatingPoints(rows, split);
  out += ReliabilityFigure(model, rows, "reliability-" + std::to_string(number));
  out += SideBySide(model, "At the operating point · split " + split, at_point);
  out += SideBySide(model,
                    (two ? "At the default threshold · split " : "Quality · split ") + split, columns);
  for (const Quality* quality : rows) {
    if (quality->unscored > 0) {
      out += "<p class=\"qualified\">" + Escape(quality->system) + ": " +
             FormatCount(quality->unscored, kHtmlGroup) +
             " cases could not be scored (no answer or an error); they are counted apart.</p>\n";
    }
  }
  std::string matrices;
  for (const Quality* quality : rows) matrices += ConfusionTable(*quality);
  if (!matrices.empty()) out += "<div class=\"pair\">" + matrices + "</div>\n";
  for (const Quality* quality : rows) out += ClassTable(*quality) + CaseTable(*quality);
  return out;
}

}  // namespace

std::string AccuracySection(const ReportModel& model) {
  if (model.quality.empty()) {
    return "<p class=\"qualified\">No accuracy was measured. Speed alone doesn’t qualify a "
           "system.</p>\n";
  }
  std::vector<std::string> splits;
  for (const Quality& quality : model.quality) AddOnce(splits, quality.split);
  std::string out;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    Rows rows;
    for (const Quality& quality : model.quality) {
      if (quality.split == splits[i]) rows.push_back(&quality);
    }
    out += SplitPart(model, rows, i);
  }
  return out;
}

}  // namespace assay::report
