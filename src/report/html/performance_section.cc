// SPDX-License-Identifier: Apache-2.0
// Section 3: each traffic entry with its systems side by side: can the run be trusted, does it meet
// its limits, the percentile curve, the numbers, how late the generator was.
#include <algorithm>

#include "report/chart/figure.h"
#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"
#include "report/row.h"
#include "report/words.h"

namespace assay::report {
namespace {

using Cells = std::vector<const Cell*>;

std::string NameOf(const Cell& cell) {
  return cell.repeat > 0 ? cell.system + " · repeat " + FormatCount(cell.repeat) : cell.system;
}

std::string RunHead(const Cell& cell) {
  std::string out = Escape(NameOf(cell)) + " " + Chip(cell.verdict.valid ? "VALID" : "INVALID");
  if (cell.is_mlperf && !cell.verdict.mlperf_validity.empty()) {
    out += " <span class=\"aside\">as MLPerf: " + Escape(cell.verdict.mlperf_validity);
    if (!cell.verdict.mlperf_reason.empty()) out += " (" + Escape(cell.verdict.mlperf_reason) + ")";
    out += "</span>";
  }
  if (!cell.qualification.empty())
    out += " <span class=\"qualified\">" + Escape(cell.qualification) + "</span>";
  return out;
}

std::string Constraints(const ReportModel& model, const Cells& cells, const std::string& traffic) {
  HtmlTable table(
      "Limits of the load run · " + traffic,
      {"constraint", "outcome", "#measured", "#interval", "#limit", "#margin", "#n", "reason"});
  for (const Cell* cell : cells) {
    table.AddGroup(RunHead(*cell));
    table.AddNote(List(cell->verdict.invalid_reasons));
    for (const verdict::Constraint& constraint : cell->verdict.constraints) {
      const RowText row = RowOf(constraint, model, kHtmlGroup);
      const auto with_unit = [&](const std::string& text) {
        return Escape(text.empty() || text == "–" || row.unit.empty()
                          ? text
                          : text + (row.unit.front() == '/' ? "" : " ") + row.unit);
      };
      std::string reason = Escape(constraint.reason);
      if (const std::string needed = NeededOf(constraint, kHtmlGroup); !needed.empty())
        reason += " <b>" + Escape(needed) + ".</b>";
      table.AddRow({Escape(constraint.name), Chip(verdict::OutcomeWord(constraint.outcome)),
                    "<b>" + with_unit(row.number) + "</b>",
                    row.interval.empty() ? ""
                                         : with_unit(row.interval) + "<small>" + Escape(row.level) +
                                               " interval</small>",
                    with_unit(row.bound), Escape(row.margin), Escape(row.n), reason});
    }
  }
  return table.Render("wordy");
}

std::string LatenessTable(const Cells& cells, const std::string& traffic) {
  HtmlTable table("How late the generator issued · " + traffic,
                  {"run", "#p50", "#p99", "#p99.9", "#largest", "#limit", "#queries"});
  for (const Cell* cell : cells) {
    if (!cell->lateness) continue;
    const Lateness& late = *cell->lateness;
    const auto text = [&](const std::optional<double>& ns) {
      return Finite(ns)
                 ? Escape(FormatWithUnit(ns, ChooseScale({ns}, Unit::kNanoseconds, {}), kHtmlGroup))
                 : std::string();
    };
    table.AddRow({Escape(NameOf(*cell)), text(late.p50_ns), text(late.p99_ns), text(late.p999_ns),
                  text(late.max_ns), text(late.limit_ns), FormatCount(late.n, kHtmlGroup)});
  }
  return table.empty() ? std::string() : table.Render();
}

std::string SlowWrongTable(const Cells& cells, const std::string& traffic) {
  HtmlTable table("Slow and wrong · " + traffic,
                  {"run", "limit", "#in time, right", "#in time, wrong", "#slow, right",
                   "#slow, wrong", "#not scored"});
  for (const Cell* cell : cells) {
    if (!cell->slow_wrong) continue;
    const SlowWrong& counts = *cell->slow_wrong;
    const std::optional<double> limit = counts.limit_ns;
    table.AddRow(
        {Escape(NameOf(*cell)),
         Escape(FormatWithUnit(limit, ChooseScale({limit}, Unit::kNanoseconds, {}), kHtmlGroup)),
         FormatCount(counts.fast_right, kHtmlGroup), FormatCount(counts.fast_wrong, kHtmlGroup),
         FormatCount(counts.slow_right, kHtmlGroup), FormatCount(counts.slow_wrong, kHtmlGroup),
         FormatCount(counts.unscored, kHtmlGroup)});
  }
  return table.empty() ? std::string() : table.Render();
}

std::string Notes(const Cells& cells) {
  std::vector<std::string> notes;
  for (const Cell* cell : cells) {
    for (const std::string& note : cell->verdict.notes)
      notes.push_back(NameOf(*cell) + ": " + note);
  }
  return List(notes, "notes");
}

std::string TrafficPart(const ReportModel& model, const Cells& cells, std::size_t number) {
  const Cell& first = *cells.front();
  std::string load = first.scenario;
  if (Finite(first.rate_asked)) {
    const Scale scale = ChooseScale({first.rate_asked}, Unit::kPerSecond, {});
    load += " · asked " + FormatWithUnit(first.rate_asked, scale, kHtmlGroup);
  }
  std::string out =
      "<h3>" + Escape(first.traffic) + " <span class=\"aside\">" + Escape(load) +
      (first.is_mlperf ? " · MLPerf scenario" : " · own traffic, not an MLPerf scenario") +
      "</span></h3>\n";
  std::vector<std::pair<std::string, const std::vector<Measurement>*>> columns;
  for (const Cell* cell : cells) columns.emplace_back(NameOf(*cell), &cell->measurements);
  out += Constraints(model, cells, first.traffic);
  out += LatencyFigure(model, cells, "latency-" + std::to_string(number));
  out += SideBySide(model, "Measured · " + first.traffic, columns);
  out += SlowWrongTable(cells, first.traffic) + LatenessTable(cells, first.traffic) + Notes(cells);
  return out;
}

}  // namespace

std::string PerformanceSection(const ReportModel& model) {
  if (model.cells.empty()) return "<p class=\"lead\">No load run.</p>\n";
  std::vector<std::string> names;
  for (const Cell& cell : model.cells) AddOnce(names, cell.traffic);
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    Cells cells;
    for (const Cell& cell : model.cells) {
      if (cell.traffic == names[i]) cells.push_back(&cell);
    }
    out += TrafficPart(model, cells, i);
  }
  return out;
}

}  // namespace assay::report
