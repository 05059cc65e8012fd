// SPDX-License-Identifier: Apache-2.0
// The report for a terminal: the verdict first, in a word; then what it rests on; the next command
// last, where the eye is when the program ends.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "report/display_text.h"
#include "report/number.h"
#include "report/report_format.h"
#include "report/row.h"
#include "report/text_table.h"
#include "report/words.h"

namespace assay {
namespace {

using report::ReportModel;
using report::TextTable;
using verdict::Outcome;

constexpr std::string_view kGroup = " ";
constexpr std::size_t kLabel = 7;  // width of "Why", "Next", "Files", with the gap

class TextReport {
 public:
  TextReport(const ReportModel& model, const RenderOptions& options)
      : model_(model),
        utf8_(options.utf8),
        color_(options.color),
        brief_(options.brief),
        width_(static_cast<std::size_t>(std::max(80, options.width))) {}

  std::string Render() {
    Head();
    DecisionTable();
    Claims();
    if (brief_) {
      Loads();
    } else {
      Runs();
      QualityTables();
      Costs();
    }
    Foot();
    return std::move(out_);
  }

 private:
  std::string Clean(std::string_view text) const { return report::CleanText(text, utf8_); }

  std::string_view Paint(std::string_view word) const {
    if (!color_) return {};
    const std::string_view style = report::StyleOfWord(word);
    if (style == "pass") return "\033[32m";
    if (style == "fail") return "\033[31m";
    if (style == "undecided") return "\033[33m";
    return "\033[2m";
  }

  std::string Painted(std::string_view word) const {
    const std::string_view paint = Paint(word);
    return paint.empty() ? Clean(word) : std::string(paint) + "\033[1m" + Clean(word) + "\033[0m";
  }

  void Line(std::string_view text) { out_ += Clean(text) + "\n"; }

  void Title(std::string_view text) {
    out_ += "\n";
    out_ += color_ ? "\033[1m" + Clean(text) + "\033[0m\n" : Clean(text) + "\n";
  }

  // A label in front of wrapped text; further lines stand under the text.
  void Labelled(std::string_view label, std::string_view text) {
    bool first = true;
    for (const std::string& line : report::Wrap(Clean(text), width_ - kLabel)) {
      out_ += report::PadRight(first ? label : "", kLabel) + line + "\n";
      first = false;
    }
  }

  // A cell for TextTable: number and unit apart.
  std::string Cell(std::string_view number, std::string_view unit = {}) const {
    return Clean(number) + (unit.empty() ? "" : "\t" + Clean(unit));
  }

  void Row(TextTable& table, std::string_view word, std::string_view name,
           const report::RowText& row) const {
    const std::string bound = row.bound.empty() ? "" : Cell(row.bound, row.unit);
    const std::string number = row.number == "–" ? Cell(row.number) : Cell(row.number, row.unit);
    table.AddRow(Clean(report::SignOfWord(word)),
                 {Clean(name), number, Clean(row.interval), bound, Clean(row.margin), Clean(row.n)},
                 Paint(word));
  }

  void Head() {
    std::string line = "assay " + model_.assay_version + " · " + model_.title;
    if (!model_.created_utc.empty()) line += " · " + model_.created_utc;
    Line(line);
    if (!model_.demo_label.empty()) Line(model_.demo_label);
    const std::string word = Clean(model_.verdict_word);
    const std::size_t indent = std::max(kLabel, report::DisplayWidth(word) + 2);
    bool first = true;
    for (const std::string& part : report::Wrap(Clean(model_.sentence), width_ - indent)) {
      const std::string lead = first ? Painted(model_.verdict_word) : std::string();
      out_ += lead + std::string(first ? indent - report::DisplayWidth(word) : indent, ' ') + part +
              "\n";
      first = false;
    }
  }

  void DecisionTable() {
    if (!model_.decision) return;
    Title("Decision");
    TextTable table({"candidate", "servable", "good enough", Clean(model_.preference), ""});
    for (const decision::Candidate& candidate : model_.decision->candidates) {
      const auto servable = verdict::OutcomeWord(candidate.servable.outcome);
      const auto good = verdict::OutcomeWord(candidate.good_enough.outcome);
      const auto scale =
          report::ChooseScale({candidate.preference}, model_.preference_unit, model_.currency);
      const bool both = candidate.servable.outcome == Outcome::kPass &&
                        candidate.good_enough.outcome == Outcome::kPass;
      table.AddRow(
          Clean(both ? report::Sign(Outcome::kPass) : ""),
          {Clean(candidate.system), std::string(servable), std::string(good),
           model_.preference.empty()
               ? ""
               : Cell(report::FormatNumber(candidate.preference, scale, kGroup), scale.unit),
           candidate.preferred ? "preferred" : ""},
          Paint("PASS"));
      const bool say = !brief_ || !both;
      if (say && !candidate.servable.reason.empty())
        table.AddNote(Clean("servable: " + candidate.servable.reason));
      if (say && !candidate.good_enough.reason.empty())
        table.AddNote(Clean("good enough: " + candidate.good_enough.reason));
    }
    out_ += table.Render(width_);
    Points(model_.decision->n_needed);
  }

  // "95 % interval" when all have that level.
  template <class T>
  std::string IntervalHead(const std::vector<T>& rows) const {
    const auto has = [](const T& row) { return row.interval.has_value(); };
    const auto found = std::find_if(rows.begin(), rows.end(), has);
    const bool same = std::all_of(rows.begin(), rows.end(), [&](const T& row) {
      return !has(row) || report::FormatShare(row.interval->level) ==
                              report::FormatShare(found->interval->level);
    });
    return Clean(found == rows.end() || !same
                     ? "interval"
                     : report::FormatShare(found->interval->level) + " interval");
  }

  void Claims() {
    std::vector<std::string> systems;
    for (const verdict::ClaimVerdict& claim : model_.claims) {
      if (std::find(systems.begin(), systems.end(), claim.system) == systems.end())
        systems.push_back(claim.system);
    }
    for (const std::string& system : systems) {
      Title("Claims" + (system.empty() ? std::string() : " · " + system));
      TextTable table({"claim", "measured", IntervalHead(model_.claims), "bound", "margin", "n"});
      for (const verdict::ClaimVerdict& claim : model_.claims) {
        if (claim.system == system) ClaimRow(table, claim);
      }
      out_ += table.Render(width_);
    }
  }

  void ClaimRow(TextTable& table, const verdict::ClaimVerdict& claim) const {
    const std::string_view word = verdict::OutcomeWord(claim.outcome);
    const report::RowText row = report::RowOf(claim, model_, kGroup);
    const std::string place = report::PlaceOf(claim);
    Row(table, word, brief_ && !claim.traffic.empty() ? claim.claim + " · " + claim.traffic : claim.claim,
        row);
    if (brief_ && claim.outcome == Outcome::kPass) {
      if (!claim.qualification.empty()) table.AddNote(Clean(claim.qualification));
      return;
    }
    std::string note = std::string(word);
    if (!claim.required) note += ", not required";
    if (!place.empty()) note += " · " + place;
    if (!claim.reason.empty()) note += " · " + claim.reason;
    table.AddNote(Clean(note));
    if (const std::string needed = report::NeededOf(claim, kGroup); !needed.empty())
      table.AddNote(Clean(needed));
    if (!claim.qualification.empty()) table.AddNote(Clean(claim.qualification));
  }

  void Runs() {
    for (const report::Cell& cell : model_.cells) {
      Title(cell.system + " · " + report::LoadOf(cell, kGroup));
      const std::string_view word = cell.verdict.valid ? "VALID" : "INVALID";
      out_ += "  " + std::string("run ") + Painted(word);
      if (!cell.verdict.mlperf_validity.empty())
        out_ += Clean(" · as MLPerf: " + cell.verdict.mlperf_validity);
      out_ += "\n";
      Points(cell.verdict.invalid_reasons);
      if (!cell.verdict.mlperf_reason.empty()) Points({"as MLPerf: " + cell.verdict.mlperf_reason});
      TextTable constraints({"constraint", "measured", IntervalHead(cell.verdict.constraints),
                             "limit", "margin", "n"});
      for (const verdict::Constraint& constraint : cell.verdict.constraints) {
        Row(constraints, verdict::OutcomeWord(constraint.outcome), constraint.name,
            report::RowOf(constraint, model_, kGroup));
        if (constraint.outcome != Outcome::kPass) {
          constraints.AddNote(Clean(std::string(verdict::OutcomeWord(constraint.outcome)) + " · " +
                                    constraint.reason));
          constraints.AddNote(Clean(report::NeededOf(constraint, kGroup)));
        }
      }
      out_ += constraints.Render(width_);
      Measurements(cell.measurements);
      std::vector<std::string> notes = cell.verdict.notes;
      if (cell.lateness && !cell.lateness->sentence.empty())
        notes.push_back("generator: " + cell.lateness->sentence);
      if (cell.slow_wrong) notes.push_back(SlowWrongSentence(*cell.slow_wrong));
      if (!cell.qualification.empty()) notes.push_back(cell.qualification);
      Points(notes);
    }
  }

  // A line a load run: can it be trusted, what LoadGen would say, the figures that everybody asks for first.
  void Loads() {
    if (model_.cells.empty()) return;
    Title("Load runs");
    TextTable table({"run", "trust", "as MLPerf", "p50", "p99", "throughput", "answers"});
    for (const report::Cell& cell : model_.cells) {
      const std::string_view word = cell.verdict.valid ? "VALID" : "INVALID";
      const auto figure = [&](std::string_view metric) {
        for (const Measurement& measurement : cell.measurements) {
          if (measurement.metric != metric) continue;
          const report::RowText row = report::RowOf(measurement, model_, kGroup);
          return std::pair(row.number == "–" ? Cell(row.number) : Cell(row.number, row.unit), Clean(row.n));
        }
        return std::pair(Clean("–"), std::string());
      };
      const auto throughput = figure("throughput");
      table.AddRow(Clean(report::SignOfWord(cell.verdict.valid ? "PASS" : "FAIL")),
                   {Clean(cell.system + " · " + report::LoadOf(cell, kGroup)), std::string(word),
                    Clean(cell.verdict.mlperf_validity), figure("latency_p50").first,
                    figure("latency_p99").first, throughput.first, throughput.second},
                   Paint(cell.verdict.valid ? "PASS" : "FAIL"));
      for (const std::string& reason : cell.verdict.invalid_reasons) table.AddNote(Clean(reason));
      if (cell.slow_wrong) table.AddNote(Clean(SlowWrongSentence(*cell.slow_wrong)));
      if (!cell.qualification.empty()) table.AddNote(Clean(cell.qualification));
    }
    out_ += table.Render(width_);
  }

  static std::string SlowWrongSentence(const report::SlowWrong& table) {
    const auto limit = report::ChooseScale({table.limit_ns}, Unit::kNanoseconds, {});
    std::string text = "against " + report::FormatWithUnit(table.limit_ns, limit, kGroup) + ": " +
                       report::FormatCount(table.fast_right) + " in time and right, " +
                       report::FormatCount(table.fast_wrong) + " in time and wrong, " +
                       report::FormatCount(table.slow_right) + " slow and right, " +
                       report::FormatCount(table.slow_wrong) + " slow and wrong";
    if (table.unscored > 0) text += ", " + report::FormatCount(table.unscored) + " not scored";
    return text;
  }

  void Points(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      bool first = true;
      for (const std::string& line : report::Wrap(Clean(text), width_ - 4)) {
        out_ += (first ? Clean("  · ") : "    ") + line + "\n";
        first = false;
      }
    }
  }

  void Measurements(const std::vector<Measurement>& measurements) {
    TextTable table({"measured", "value", IntervalHead(measurements), "n"});
    for (const Measurement& measurement : measurements) {
      const report::RowText row = report::RowOf(measurement, model_, kGroup);
      table.AddRow("", {Clean(report::TitleOf(model_, measurement.metric)),
                        Cell(row.number, row.unit), Clean(row.interval), Clean(row.n)});
      table.AddNote(Clean(measurement.note));
    }
    out_ += table.Render(width_);
  }

  void QualityTables() {
    for (const report::Quality& quality : model_.quality) {
      std::string title = quality.system + " · split " + quality.split + " · " +
                          report::FormatCount(quality.n) + " cases";
      if (quality.unscored > 0)
        title += ", " + report::FormatCount(quality.unscored) + " not scored";
      Title(title);
      if (quality.prevalence) {
        const auto scale = report::ChooseScale({quality.prevalence}, Unit::kShare, {});
        Points(
            {"positives: " + report::FormatWithUnit(quality.prevalence, scale) + " of the split"});
      }
      if (quality.operating_point) {
        const auto& point = *quality.operating_point;
        const auto scale = report::ChooseScale({point.threshold}, Unit::kNumber, {});
        Points({"operating point: score at least " + report::FormatNumber(point.threshold, scale) +
                ", " + point.method + ". " + point.statement});
      }
      Measurements(quality.measurements);
    }
  }

  void Costs() {
    for (const report::CostRow& cost : model_.costs) {
      Title("Cost · " + cost.system +
            (cost.traffic.empty() ? std::string() : " · " + cost.traffic));
      Measurements(cost.measurements);
    }
    if (!model_.costs.empty() && !model_.cost_note.empty()) Points({model_.cost_note});
  }

  void Foot() {
    out_ += "\n";
    for (std::size_t i = 0; i < model_.why.size(); ++i)
      Labelled(i == 0 ? "Why" : "", model_.why[i]);
    for (std::size_t i = 0; i < model_.notes.size(); ++i)
      Labelled(i == 0 ? "Note" : "", model_.notes[i]);
    // A command stays on one line, so that it can be copied.
    if (!model_.next_command.empty()) {
      out_ += report::PadRight("Next", kLabel) + Clean(model_.next_command) + "\n";
      if (!model_.next_reason.empty()) Labelled("", "(" + model_.next_reason + ")");
    }
    if (!model_.run_directory.empty())
      out_ += report::PadRight("Files", kLabel) + Clean(model_.run_directory) + "\n";
  }

  const ReportModel& model_;
  bool utf8_, color_, brief_;
  std::size_t width_;
  std::string out_;
};

std::string Render(const ReportModel& model, const RenderOptions& options) {
  return TextReport(model, options).Render();
}

}  // namespace

extern const ReportFormatInfo kReportFormat_text;
const ReportFormatInfo kReportFormat_text{
    .name = "text",
    .title = "for a terminal: verdict first, next command last",
    .extension = ".txt",
    .render = &Render};

}  // namespace assay
