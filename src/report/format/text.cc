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
constexpr std::size_t kWide = 100;  // from here on a table has room for a column more
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

  std::string IntervalCell(const report::RowText& row, bool with_level) const {
    if (row.interval.empty() || !with_level) return Clean(row.interval);
    return Cell(row.interval, "(" + row.level + ")");
  }

  void Row(TextTable& table, std::string_view word, std::string_view name,
           const report::RowText& row, bool with_level) const {
    const std::string bound = row.bound.empty() ? "" : Cell(row.bound, row.unit);
    const std::string number = row.number == "–" ? Cell(row.number) : Cell(row.number, row.unit);
    table.AddRow(Clean(report::SignOfWord(word)),
                 {Clean(name), number, IntervalCell(row, with_level), bound, Clean(row.margin),
                  Clean(row.n)},
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
               : Cell(report::FormatNumber(candidate.preference, scale, kGroup),
                      report::Finite(candidate.preference) ? scale.unit : ""),
           candidate.preferred ? "preferred" : ""},
          Paint("PASS"));
      const auto note = [&](std::string_view question, const decision::LineItem& item) {
        if (item.reason.empty() || (brief_ && item.outcome == Outcome::kPass)) return;
        table.AddNote(Clean(std::string(question) + ": " + item.reason));
      };
      note("servable", candidate.servable);
      note("good enough", candidate.good_enough);
    }
    out_ += table.Render(width_);
    Points(model_.decision->n_needed);
  }

  // The one level of all intervals, "95 %"; empty when they differ or there are none.
  template <class T>
  static std::string LevelOf(const std::vector<T>& rows) {
    std::string level;
    for (const T& row : rows) {
      if (!row.interval) continue;
      const std::string own = report::FormatShare(row.interval->level);
      if (!level.empty() && level != own) return {};
      level = own;
    }
    return level;
  }

  // "95 % interval" when all have that level; otherwise each cell says its own.
  template <class T>
  std::string IntervalHead(const std::vector<T>& rows) const {
    const std::string level = LevelOf(rows);
    return Clean(level.empty() ? "interval (level)" : level + " interval");
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
    Row(table, word,
        brief_ && !claim.traffic.empty() ? claim.claim + " · " + claim.traffic : claim.claim, row,
        LevelOf(model_.claims).empty());
    if (brief_ && claim.outcome == Outcome::kPass) {
      if (!claim.slice.empty()) table.AddNote(Clean("slice " + claim.slice));
      table.AddNote(Clean(claim.correction));
      table.AddNote(Clean(claim.qualification));
      return;
    }
    std::string note = std::string(word);
    const auto add = [&note](std::string_view text) {
      if (!text.empty()) (note += " · ") += text;
    };
    if (!claim.required) note += ", not required";
    if (!brief_ || claim.traffic.empty()) add(place);
    add(brief_ ? BriefReason(claim) : claim.reason);
    add(report::NeededOf(claim, kGroup));
    add(claim.correction);
    add(claim.qualification);
    table.AddNote(Clean(note));
  }

  // The summary says once, beside the load run, why that run is INVALID, and doesn't write the row's
  // numbers again.
  static std::string BriefReason(const verdict::ClaimVerdict& claim) {
    if (claim.reason.starts_with("the run is INVALID:")) return "its load run, below, is INVALID";
    const bool only_numbers = claim.reason.starts_with(claim.metric + " ") &&
                              claim.reason.find_first_of(":;") == std::string::npos &&
                              claim.measured.has_value();
    return only_numbers ? std::string() : claim.reason;
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
            report::RowOf(constraint, model_, kGroup), LevelOf(cell.verdict.constraints).empty());
        if (constraint.outcome != Outcome::kPass) {
          constraints.AddNote(Clean(std::string(verdict::OutcomeWord(constraint.outcome)) + " · " +
                                    constraint.reason));
          constraints.AddNote(Clean(report::NeededOf(constraint, kGroup)));
        }
      }
      out_ += constraints.Render(width_);
      Measurements(cell.measurements);
      std::vector<std::string> notes = cell.verdict.notes;
      const bool told = std::any_of(
          cell.verdict.constraints.begin(), cell.verdict.constraints.end(),
          [](const verdict::Constraint& constraint) { return constraint.name == "generator"; });
      if (!told && cell.lateness && !cell.lateness->sentence.empty())
        notes.push_back("generator: " + cell.lateness->sentence);
      if (cell.slow_wrong) notes.push_back(SlowWrongSentence(*cell.slow_wrong));
      if (!cell.qualification.empty()) notes.push_back(cell.qualification);
      Points(notes);
    }
  }

  // A line a load run: can it be trusted, what LoadGen would say, the figures that everybody asks
  // for first.
  void Loads() {
    std::vector<std::string> systems;
    for (const report::Cell& cell : model_.cells) {
      if (std::find(systems.begin(), systems.end(), cell.system) == systems.end())
        systems.push_back(cell.system);
    }
    for (const std::string& system : systems) {
      Title("Load runs · " + system);
      std::vector<std::string> heads = {"run", "<load", "<trust", "<as MLPerf",
                                        "p50", "p99",   "throughput"};
      if (width_ >= kWide) heads.emplace_back("answers");
      TextTable table(std::move(heads));
      for (const report::Cell& cell : model_.cells) {
        if (cell.system == system) LoadRow(table, cell);
      }
      out_ += table.Render(width_);
    }
  }

  void LoadRow(TextTable& table, const report::Cell& cell) const {
    const std::string_view word = cell.verdict.valid ? "VALID" : "INVALID";
    std::string answers;
    const auto figure = [&](std::string_view metric) {
      const auto found =
          std::find_if(cell.measurements.begin(), cell.measurements.end(),
                       [metric](const Measurement& entry) { return entry.metric == metric; });
      if (found == cell.measurements.end()) return Clean("–");
      const report::RowText row = report::RowOf(*found, model_, kGroup);
      answers = Clean(row.n);
      return Cell(row.number, row.unit);
    };
    const std::string repeat =
        cell.repeat > 0 ? " · repeat " + report::FormatCount(cell.repeat) : std::string();
    const std::string p50 = figure("latency_p50"), p99 = figure("latency_p99"),
                      throughput = figure("throughput");
    table.AddRow(Clean(report::SignOfWord(word)),
                 {Clean(cell.traffic + repeat), Clean(report::BriefLoadOf(cell, kGroup)),
                  std::string(word), Clean(cell.verdict.mlperf_validity), p50, p99, throughput,
                  answers},
                 Paint(word));
    for (const std::string& reason : cell.verdict.invalid_reasons) table.AddNote(Clean(reason));
    if (cell.slow_wrong) table.AddNote(Clean(SlowWrongSentence(*cell.slow_wrong)));
    table.AddNote(Clean(cell.qualification));
  }

  static std::string SlowWrongSentence(const report::SlowWrong& table) {
    const auto limit = report::ChooseScale({table.limit_ns}, Unit::kNanoseconds, {});
    std::string text = "within " + report::FormatWithUnit(table.limit_ns, limit, kGroup) + ": " +
                       report::FormatCount(table.fast_right) + " right, " +
                       report::FormatCount(table.fast_wrong) + " wrong; slower: " +
                       report::FormatCount(table.slow_right) + " right, " +
                       report::FormatCount(table.slow_wrong) + " wrong";
    if (table.unscored > 0) text += "; " + report::FormatCount(table.unscored) + " not scored";
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

  void Measurements(const std::vector<Measurement>& measurements,
                    std::string_view title = "measured") {
    TextTable table({std::string(title), "value", IntervalHead(measurements), "n"});
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
      const bool two = !quality.measurements_at_point.empty();
      Measurements(quality.measurements, two ? "at the default threshold" : "measured");
      if (two) out_ += "\n";
      Measurements(quality.measurements_at_point, "at the operating point");
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
