// SPDX-License-Identifier: Apache-2.0
// Slices for a terminal: what was shown first, then the tables it rests on.
#include <algorithm>
#include <vector>

#include "report/display_text.h"
#include "report/text_table.h"
#include "run/measurement_text.h"
#include "run/slices/slice_report.h"
#include "run/slices/slice_words.h"
#include "spec/quantity.h"

namespace assay::run {
namespace {

using report::TextTable;

class SlicesPage {
 public:
  SlicesPage(const SliceReport& report, const RenderOptions& render)
      : report_(report), render_(render), loss_(report.measure != ErrorMeasure::kWrongAnswers) {}

  std::string Text() {
    for (const SystemSlices& system : report_.systems) System(system);
    return out_;
  }

 private:
  void Say(std::string_view text, std::string_view lead = {}) { out_ += Lines(text, render_, lead); }
  void Blank() { out_ += "\n"; }
  void Put(const TextTable& table) {
    const auto width = static_cast<std::size_t>(std::max(render_.width, 80));
    out_ += table.Render(width);
  }
  std::string Clean(std::string_view text) const { return Printable(text, render_); }
  std::string LevelText() const { return Fixed(report_.level * 100, 0) + " % interval"; }

  static auto Shown(const std::vector<slice::SliceFinding>& findings) {
    return std::ranges::count_if(findings, &slice::SliceFinding::shown);
  }

  void System(const SystemSlices& system) {
    if (!out_.empty()) Blank();
    const slice::ErrorSlices& slices = system.slices;
    const auto declared = Shown(slices.declared), found = Shown(slices.found);
    std::string sentence = system.system + (report_.split.empty() ? "" : " on " + report_.split) + ": ";
    if (declared + found == 0) {
      sentence += "no slice of at least " + CountText(slices.min_rows) + " cases is shown to have more errors than the rest";
    } else {
      sentence += std::to_string(declared + found) + (declared + found == 1 ? " slice has" : " slices have") +
                  " more errors than the rest";
    }
    Say(sentence, declared + found > 0 ? "FOUND" : "NONE");
    Overall(system);
    ByClass(system);
    Declared(system);
    Searched(system);
    Slow(system);
    Next(system);
  }

  void Overall(const SystemSlices& system) {
    const slice::ErrorRate& all = system.slices.all;
    std::string text = CountText(all.rows) + " cases, ";
    text += loss_ ? "mean loss " + Plain(RateText(all.rate, true)) : CountText(static_cast<std::uint64_t>(all.errors)) + " wrong, " + Plain(RateText(all.rate, false));
    if (all.interval) text += " (" + LevelText() + " " + IntervalOf(all.interval, loss_) + ")";
    text += "; " + MeasureText(system);
    if (system.unscored > 0) text += "; " + CountText(system.unscored) + " cases without an answer are left out";
    Say(text, " ");
  }

  std::string MeasureText(const SystemSlices& system) const {
    switch (report_.measure) {
      case ErrorMeasure::kWrongAnswers: return "an answer is " + system.decision;
      case ErrorMeasure::kSquaredError: return "the loss is (score - label) squared";
      case ErrorMeasure::kLossColumn: return "the loss is column " + report_.loss_column;
    }
    return "";
  }

  // In a sentence a number and its unit stand together.
  static std::string Plain(std::string text) {
    std::ranges::replace(text, '\t', ' ');
    return text;
  }

  void ByClass(const SystemSlices& system) {
    Blank();
    TextTable table({"right answer", "cases", loss_ ? "loss" : "wrong", loss_ ? "mean loss" : "error rate", LevelText()});
    for (const ClassErrors& entry : system.by_class) {
      table.AddRow(" ", {Clean(entry.name), CountText(entry.errors.rows), Amount(entry.errors), Clean(RateText(entry.errors.rate, loss_)),
                         Clean(IntervalOf(entry.errors.interval, loss_))});
    }
    Put(table);
  }

  std::string Amount(const slice::ErrorRate& rate) const {
    return loss_ ? Fixed(rate.errors, 2) : CountText(static_cast<std::uint64_t>(rate.errors));
  }

  void Rows(const std::vector<slice::SliceFinding>& findings, const std::vector<std::vector<std::string>>& examples,
            TextTable& table) {
    for (std::size_t i = 0; i < findings.size(); ++i) {
      const slice::SliceFinding& finding = findings[i];
      table.AddRow(Clean(finding.shown ? "✗" : " "),
                   {Clean(finding.text), CountText(finding.rows.Count()), CountText(finding.tested.rows), Amount(finding.tested),
                    Clean(RateText(finding.tested.rate, loss_)), Clean(IntervalOf(finding.tested.interval, loss_)),
                    finding.lift ? Fixed(*finding.lift, 2) : "", PText(finding.adjusted)});
      if (finding.shown && !examples[i].empty()) {
        table.AddNote(Clean((loss_ ? "largest losses, for example: " : "wrong, for example: ") + JoinedIds(examples[i])));
      }
    }
  }

  TextTable FindingsTable(std::string name) const {
    return TextTable({std::move(name), "cases", "tested", loss_ ? "loss" : "wrong", loss_ ? "mean loss" : "error rate",
                      LevelText(), "lift", "adj. p"});
  }

  void Declared(const SystemSlices& system) {
    const auto& declared = system.slices.declared;
    if (declared.empty()) return;
    Blank();
    Say("Declared before: " + std::to_string(Shown(declared)) + " of " + std::to_string(declared.size()) +
        " have more errors than the rest (one-sided, Holm at " + Plain(Fixed(100 * (1 - report_.level), 0)) + " %)");
    TextTable table = FindingsTable("declared slice");
    Rows(declared, system.declared_examples, table);
    Put(table);
  }

  void Searched(const SystemSlices& system) {
    const slice::ErrorSlices& slices = system.slices;
    Blank();
    Say("Searched: " + CountText(slices.looked_at) + " slices of up to " + std::to_string(report_.depth) + " of " +
        std::to_string(report_.columns.size()) + " columns, at least " + CountText(slices.min_rows) + " cases each, looked at in " +
        CountText(slices.searched_rows) + " cases; " + std::to_string(Shown(slices.found)) + " of " +
        std::to_string(slices.found.size()) + " suspects hold up on the other " + CountText(slices.held_out_rows) +
        " (false discovery rate " + Fixed(100 * report_.fdr, 0) + " %)");
    if (slices.cut) Say("The search was cut: not all deeper slices were looked at. --by names fewer columns.");
    if (slices.found.empty()) return;
    TextTable table = FindingsTable("found slice");
    Rows(slices.found, system.found_examples, table);
    Put(table);
    Say("Found slices are exploratory: rate, interval and p are of the half that the search didn't see; a slice without ✗ "
        "is a suspicion that wasn't confirmed.");
  }

  void Slow(const SystemSlices& system) {
    if (system.slow.empty() || loss_) return;
    Blank();
    TextTable table({"slow and wrong", "limit", "in time, right", "wrong", "slow, right", "wrong ", "p"});
    for (const SlowAndWrong& slow : system.slow) {
      const SlowWrong& counts = slow.counts;
      table.AddRow(" ", {Clean(slow.traffic), Clean(spec::FormatDurationNs(counts.limit_ns)), CountText(counts.fast_right),
                         CountText(counts.fast_wrong), CountText(counts.slow_right), CountText(counts.slow_wrong),
                         PText(slow.p)});
    }
    Put(table);
    Say("The same requests by speed and correctness, at the default threshold; p: slow ones aren't wrong more often. A case that "
        "was asked often counts often.");
  }

  void Next(const SystemSlices& system) {
    for (const auto* examples : {&system.found_examples, &system.declared_examples}) {
      const auto& findings = examples == &system.found_examples ? system.slices.found : system.slices.declared;
      for (std::size_t i = 0; i < findings.size(); ++i) {
        if (!findings[i].shown || (*examples)[i].empty() || report_.split.empty()) continue;
        Say("assay why " + report_.source + " " + (*examples)[i].front(), "Next");
        return;
      }
    }
  }

  const SliceReport& report_;
  const RenderOptions& render_;
  bool loss_;
  std::string out_;
};

}  // namespace

std::string SlicesText(const SliceReport& report, const RenderOptions& render) { return SlicesPage(report, render).Text(); }

}  // namespace assay::run
