// SPDX-License-Identifier: Apache-2.0
// The report's verdict, decision, claims and figures as Markdown tables, to paste into a review or
// a wiki.
#include <string>
#include <utility>
#include <vector>

#include "report/display_text.h"
#include "report/number.h"
#include "report/report_format.h"
#include "report/row.h"
#include "report/words.h"

namespace assay {
namespace {

using report::ReportModel;

// Text that Markdown neither formats nor takes as HTML or as the end of a cell.
std::string Plain(std::string_view text) {
  const auto in_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  const std::string clean = report::CleanText(text, true);
  std::string out;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char c = clean[i];
    // An underscore inside a word is no emphasis, and metric names have many.
    const bool inner =
        c == '_' && i > 0 && i + 1 < clean.size() && in_word(clean[i - 1]) && in_word(clean[i + 1]);
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (!inner && std::string_view("\\`*_[]#|~$@").find(c) != std::string_view::npos)
      (out += '\\') += c;
    else
      out += c;
  }
  return out;
}

// A fenced block longer than any run of backticks in it.
std::string Code(std::string_view command) {
  std::string fence = "```";
  const std::string text = report::CleanText(command, true);
  while (text.find(fence) != std::string::npos) fence += '`';
  return fence + "\n" + text + "\n" + fence + "\n";
}

class Table {
 public:
  // A head "#n" is a column of numbers named n.
  explicit Table(const std::vector<std::string>& heads) {
    std::string line = "|", rule = "|";
    for (const std::string& head : heads) {
      const bool number = head.starts_with('#');
      line += " " + head.substr(number ? 1 : 0) + " |";
      rule += number ? " ---: |" : " :--- |";
    }
    out_ = line + "\n" + rule + "\n";
  }
  void Row(const std::vector<std::string>& cells) {
    out_ += "|";
    for (const std::string& cell : cells) out_ += " " + cell + " |";
    out_ += "\n";
  }
  std::string Render() const { return out_ + "\n"; }

 private:
  std::string out_;
};

std::string Word(std::string_view word) {
  return std::string(report::SignOfWord(word)) + " **" + Plain(word) + "**";
}

std::string WithUnit(const std::string& text, const std::string& unit) {
  if (text.empty() || text == "–" || unit.empty()) return text;
  return text + (unit.front() == '/' ? "" : " ") + unit;
}

std::string List(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += "- " + Plain(text) + "\n";
  return out.empty() ? out : out + "\n";
}

std::string Decision(const ReportModel& model) {
  if (!model.decision) return {};
  Table table({"candidate", "servable within SLA and budget", "good enough on the task",
               "#" + Plain(model.preference)});
  for (const decision::Candidate& candidate : model.decision->candidates) {
    const auto item = [](const decision::LineItem& line) {
      return Word(verdict::OutcomeWord(line.outcome)) + " " + Plain(line.reason);
    };
    const auto scale =
        report::ChooseScale({candidate.preference}, model.preference_unit, model.currency);
    table.Row({Plain(candidate.system) + (candidate.preferred ? " (preferred)" : ""),
               item(candidate.servable), item(candidate.good_enough),
               model.preference.empty()
                   ? ""
                   : Plain(report::FormatWithUnit(candidate.preference, scale))});
  }
  return "## Decision\n\n" + table.Render() + List(model.decision->n_needed);
}

std::string Claims(const ReportModel& model) {
  if (model.claims.empty()) return {};
  Table table({"outcome", "claim", "system", "where", "#measured", "#interval", "#bound", "#margin",
               "#n", "reason"});
  for (const verdict::ClaimVerdict& claim : model.claims) {
    const report::RowText row = report::RowOf(claim, model, " ");
    std::string reason = claim.reason;
    for (const std::string& more : {report::NeededOf(claim, " "), claim.correction, claim.qualification}) {
      if (!more.empty()) reason += (reason.empty() ? "" : " · ") + more;
    }
    const std::string interval =
        row.interval.empty() ? "" : WithUnit(row.interval, row.unit) + " (" + row.level + ")";
    table.Row({Word(verdict::OutcomeWord(claim.outcome)),
               Plain(claim.claim) + (claim.required ? "" : " (not required)"), Plain(claim.system),
               Plain(report::PlaceOf(claim)), Plain(WithUnit(row.number, row.unit)),
               Plain(interval), Plain(WithUnit(row.bound, row.unit)), Plain(row.margin),
               Plain(row.n), Plain(reason)});
  }
  return "## Claims\n\n" + table.Render();
}

std::string Measurements(const ReportModel& model, const std::vector<Measurement>& measurements) {
  if (measurements.empty()) return {};
  Table table({"metric", "#value", "#interval", "#n", "note"});
  for (const Measurement& measurement : measurements) {
    const report::RowText row = report::RowOf(measurement, model, " ");
    const std::string interval =
        row.interval.empty() ? "" : WithUnit(row.interval, row.unit) + " (" + row.level + ")";
    table.Row({Plain(report::TitleOf(model, measurement.metric)),
               Plain(WithUnit(row.number, row.unit)), Plain(interval), Plain(row.n),
               Plain(measurement.note)});
  }
  return table.Render();
}

std::string Runs(const ReportModel& model) {
  std::string out;
  for (const report::Cell& cell : model.cells) {
    out += "### " + Plain(cell.system + " · " + report::LoadOf(cell, " ")) + "\n\n" +
           Word(cell.verdict.valid ? "VALID" : "INVALID");
    if (!cell.verdict.mlperf_validity.empty())
      out += " · as MLPerf: " + Plain(cell.verdict.mlperf_validity);
    if (!cell.qualification.empty()) out += " · " + Plain(cell.qualification);
    out += "\n\n" + List(cell.verdict.invalid_reasons);
    if (!cell.verdict.constraints.empty()) {
      Table table({"outcome", "constraint", "#measured", "#limit", "#margin", "reason"});
      for (const verdict::Constraint& constraint : cell.verdict.constraints) {
        const report::RowText row = report::RowOf(constraint, model, " ");
        table.Row({Word(verdict::OutcomeWord(constraint.outcome)), Plain(constraint.name),
                   Plain(WithUnit(row.number, row.unit)), Plain(WithUnit(row.bound, row.unit)),
                   Plain(row.margin), Plain(constraint.reason)});
      }
      out += table.Render();
    }
    out += Measurements(model, cell.measurements) + List(cell.verdict.notes);
  }
  return out.empty() ? out : "## Performance\n\n" + out;
}

std::string Quality(const ReportModel& model) {
  std::string out;
  for (const report::Quality& quality : model.quality) {
    out += "### " + Plain(quality.system + " · split " + quality.split) + "\n\n" +
           report::FormatCount(quality.n) + " cases";
    if (quality.unscored > 0) out += ", " + report::FormatCount(quality.unscored) + " not scored";
    out += ".\n\n" + Measurements(model, quality.measurements);
    if (!quality.measurements_at_point.empty())
      out += "At the operating point:\n\n" + Measurements(model, quality.measurements_at_point);
  }
  return out.empty() ? out : "## Accuracy\n\n" + out;
}

std::string Costs(const ReportModel& model) {
  std::string out;
  for (const report::CostRow& cost : model.costs) {
    out += "### " + Plain(cost.system + " · " + cost.traffic) + "\n\n" +
           Measurements(model, cost.measurements);
  }
  return out.empty() ? out : "## Cost\n\n" + out + Plain(model.cost_note) + "\n\n";
}

std::string Provenance(const ReportModel& model) {
  std::string out = "## Provenance\n\n";
  if (!model.reproduce_command.empty()) out += Code(model.reproduce_command) + "\n";
  for (const report::FileHash& file : model.files) {
    out += "- " + Plain(file.path) + " (" + Plain(file.role) + "): " + Plain(file.sha256) + "\n";
  }
  return out + "\nMade by assay " + Plain(model.assay_version) + ", " + Plain(model.created_utc) +
         ".\n";
}

std::string Render(const ReportModel& model, const RenderOptions&) {
  std::string out = "# " + Plain(model.title) + "\n\n" + Word(model.verdict_word) + " " +
                    Plain(model.sentence) + "\n\n";
  if (!model.demo_label.empty()) out += "*" + Plain(model.demo_label) + "*\n\n";
  out += List(model.why);
  if (!model.next_command.empty())
    out += "Next (" + Plain(model.next_reason) + "):\n\n" + Code(model.next_command) + "\n";
  return out + List(model.notes) + Decision(model) + Claims(model) + Runs(model) + Quality(model) +
         Costs(model) + Provenance(model);
}

}  // namespace

extern const ReportFormatInfo kReportFormat_markdown;
const ReportFormatInfo kReportFormat_markdown{.name = "markdown",
                                              .title = "tables to paste into a review",
                                              .extension = ".md",
                                              .render = &Render};

}  // namespace assay
