// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "report/text_table.h"
#include "run/measurement_text.h"
#include "run/slices/slice_words.h"
#include "run/why/case_story.h"
#include "spec/quantity.h"

namespace assay::run {
namespace {

using report::TextTable;

std::string ScoreText(std::optional<double> score) {
  if (!score) return "";
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, *score, std::chars_format::general, 5).ptr};
}

class CasePage {
 public:
  CasePage(const CaseStory& story, const RenderOptions& render) : story_(story), render_(render) {}

  std::string Text() {
    Head();
    Columns();
    Answers();
    Slices();
    Neighbours();
    Changes();
    return out_;
  }

 private:
  void Say(std::string_view text, std::string_view lead = {}) { out_ += Lines(text, render_, lead); }
  std::string Clean(std::string_view text) const { return Printable(text, render_); }
  void Put(const TextTable& table) {
    out_ += "\n" + table.Render(static_cast<std::size_t>(std::max(render_.width, 80)));
  }

  void Head() {
    const auto chosen = std::ranges::find(story_.decisions, story_.system, &CaseDecision::system);
    const bool known = chosen != story_.decisions.end() && chosen->right.has_value();
    Say("case " + story_.id + " of " + story_.split + ", right answer " + (story_.label.empty() ? "not known" : story_.label) +
            (known ? "; " + story_.system + " answers " + chosen->predicted : "; " + story_.system + " gave no answer"),
        !known ? "NONE" : *chosen->right ? "RIGHT" : "WRONG");
  }

  void Columns() {
    TextTable table({"column", "value", "<among the cases"});
    for (const CaseColumn& column : story_.columns) {
      std::string place;
      if (column.share_at_most) place = Fixed(100 * *column.share_at_most, 1) + " % have this or less";
      if (column.share_equal) place = Fixed(100 * *column.share_equal, 1) + " % have this";
      table.AddRow(" ", {Clean(column.name), Clean(column.value.empty() ? "missing" : column.value), place});
    }
    Put(table);
  }

  void Answers() {
    TextTable decisions({"system", "answer", "<", "<decided by"});
    for (const CaseDecision& decision : story_.decisions) {
      const bool known = decision.right.has_value();
      decisions.AddRow(Clean(!known ? "–" : *decision.right ? "✓" : "✗"),
                       {Clean(decision.system), Clean(known ? decision.predicted : "–"), !known ? "no answer" : *decision.right ? "right" : "wrong",
                        Clean(decision.decision)});
    }
    Put(decisions);
    TextTable table({"asked", "<load", "status", "score", "latency", "<"});
    for (const CaseAnswer& answer : story_.answers) {
      table.AddRow(" ", {Clean(answer.system), Clean(answer.load + (answer.repeat > 1 ? " " + std::to_string(answer.repeat) : "")), answer.status,
                         ScoreText(answer.score), answer.latency_ns ? Clean(spec::FormatDurationNs(static_cast<double>(*answer.latency_ns))) : "",
                         answer.slow ? *answer.slow ? "slow" : "in time" : ""});
    }
    if (!story_.answers.empty()) Put(table);
  }

  void Slices() {
    if (story_.slices.empty()) return;
    TextTable table({"its slices", "cases", "wrong", "error rate", "interval"});
    for (const CaseSlice& slice : story_.slices) {
      table.AddRow(" ", {Clean(slice.text + (slice.declared ? " (declared)" : "")), CountText(slice.errors.rows),
                         CountText(static_cast<std::uint64_t>(slice.errors.errors)), Clean(RateText(slice.errors.rate, false)),
                         Clean(IntervalOf(slice.errors.interval, false))});
    }
    Put(table);
    Say("Error rates of " + story_.system + ", over all its cases " + Fixed(100 * story_.overall_error_rate.value_or(0), 2) +
        " %. Picked for this case, so no test; `assay slices` tests.");
  }

  void Neighbours() {
    if (story_.right.empty() && story_.wrong.empty()) return;
    TextTable table({"most like it", "label", "answer", "score", "distance", "<differs most in"});
    for (const auto* list : {&story_.right, &story_.wrong}) {
      for (const CaseNeighbour& near : *list) {
        table.AddRow(Clean(list == &story_.right ? "✓" : "✗"),
                     {Clean(near.id), Clean(near.label), Clean(near.predicted), ScoreText(near.score), Fixed(near.distance, 3), Clean(JoinedIds(near.differs))});
      }
    }
    Put(table);
    Say("The nearest cases answered right (✓) and wrong (✗); distance in standard deviations, 1 for another category.");
  }

  void Changes() {
    out_ += "\n";
    if (!story_.changed) {
      Say("Inputs changed one at a time: not measured: " + story_.changed_missing);
      return;
    }
    const ChangedInputs& changed = *story_.changed;
    Say("Inputs changed one at a time, " + CountText(changed.asked) + " variants asked of " + story_.system +
        (changed.unchanged.score ? "; unchanged it scores " + ScoreText(changed.unchanged.score) : "") +
        ". Local, model-agnostic: says what this model did near this case, not why in general.");
    TextTable table({"set to the typical value", "from", "to", "score", "change", "<"});
    for (const Occlusion& occlusion : changed.occlusions) {
      const std::string change = occlusion.change ? (*occlusion.change > 0 ? "+" : "") + ScoreText(occlusion.change) : "";
      table.AddRow(" ", {Clean(occlusion.column), Clean(occlusion.value), Clean(occlusion.replaced_by), ScoreText(occlusion.answer.score), change,
                         occlusion.flips ? "answer flips" : ""});
    }
    if (!changed.occlusions.empty()) Put(table);
    if (changed.smallest.empty()) {
      Say("No other value of a single column, of those tried, changes the answer.");
      return;
    }
    TextTable smallest({"smallest change that flips", "from", "to", "score", "<how far"});
    for (const SmallestChange& change : changed.smallest) {
      smallest.AddRow(" ", {Clean(change.column), Clean(change.value), Clean(change.changed_to), ScoreText(change.answer.score),
                            change.deviations ? Fixed(*change.deviations, 2) + " standard deviations" : "another category"});
    }
    Put(smallest);
    Say("Values are ones that occur in the data, up to 50 a column; the case as a whole needn't be one that does.");
  }

  const CaseStory& story_;
  const RenderOptions& render_;
  std::string out_;
};

}  // namespace

std::string CaseText(const CaseStory& story, const RenderOptions& render) { return CasePage(story, render).Text(); }

}  // namespace assay::run
