// SPDX-License-Identifier: Apache-2.0
// `assay results shortlist`: public rows that could meet our needs, and each that can't with its reason.
#include <cmath>

#include "cli/results/page.h"
#include "cli/results/question.h"
#include "cli/results/ranking.h"
#include "cli/results/sub_verb.h"
#include "cli/shell/exit_code.h"
#include "decision/shortlist_json.h"
#include "report/page/shortlist_page.h"
#include "run/program_version.h"

namespace assay::cli {
namespace {

using decision::Dropped;
using decision::Shortlist;
using decision::ShortlistEntry;
using decision::ShortlistGroup;

std::string PerAccelerator(const ShortlistEntry& entry) {
  if (!entry.per_accelerator) return "";
  const double value = *entry.per_accelerator;
  return NumberText(value >= 100 ? std::round(value) : std::round(value * 100) / 100);
}

std::string Joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : "; ") + text;
  return all;
}

void AddGroup(Page& page, const ShortlistGroup& group, std::size_t limit) {
  page.Blank();
  page.Line(results::TextOf(group.key));
  report::TextTable table({"row", "value", "accelerators", "each*", "replicas*"});
  std::size_t shown = 0;
  for (const ShortlistEntry& entry : group.entries) {
    if (limit > 0 && shown == limit) break;
    ++shown;
    table.AddRow("", {page.Cell(results::RowName(*entry.row)), ValueCell(*entry.row), CountCell(*entry.row),
                      PerAccelerator(entry), entry.replicas ? std::to_string(*entry.replicas) : ""});
    table.AddNote(page.Cell(results::DescribeSystem(*entry.row->system)));
    if (entry.sla.state == results::SlaState::kMatch || entry.sla.state == results::SlaState::kStricter) {
      table.AddNote(page.Cell(entry.sla.words));
    } else if (!entry.by_rule.empty()) {
      table.AddNote(page.Cell("by rule: " + Joined(entry.by_rule)));
    }
    table.AddNote(page.Cell(Joined(entry.notes)));
  }
  page.Table(table);
  if (shown < group.entries.size()) {
    page.Line("… and " + Counted(group.entries.size() - shown, "row") + " more (--limit 0)", 4);
  }
}

void AddDropped(Page& page, const Shortlist& list, std::size_t limit) {
  if (list.dropped.empty()) return;
  page.Blank();
  page.Line("Dropped, each for its reason");
  std::size_t shown = 0;
  for (const Dropped& dropped : list.dropped) {
    if (limit > 0 && shown++ == limit) {
      page.Line("… and " + Counted(list.dropped.size() - limit, "row") + " more (--limit 0)", 4);
      return;
    }
    page.Line(results::RowName(*dropped.row) + ": " + dropped.reason, 4);
  }
}

std::size_t EntriesOf(const Shortlist& list) {
  std::size_t entries = 0;
  for (const ShortlistGroup& group : list.groups) entries += group.entries.size();
  return entries;
}

std::string Text(const ResultsQuestion& question, const Shortlist& list, std::size_t limit, const RenderOptions& render) {
  Page page(render);
  page.Line("SHORTLIST: " + Counted(EntriesOf(list), "row") + " in " + Counted(list.groups.size(), "ranking") + "; " +
            Counted(list.dropped.size(), "row") + " dropped, " + Counted(list.filtered, "row") + " not asked for");
  page.Line("What to try, never what to buy: a row says nothing of your model, data and traffic. Only rows of one "
            "ranking are comparable.");
  if (list.considered == 0) page.Line(WhyEmpty(question.rows, question.shortlist.filter));
  for (const std::string& name : question.not_held) page.Line("Round not held: " + name + ".");
  std::size_t shown = 0;
  for (const ShortlistGroup& group : list.groups) {
    if (limit > 0 && shown++ == limit) {
      page.Blank();
      page.Line("… and " + Counted(list.groups.size() - limit, "ranking") + " more (--limit 0)");
      break;
    }
    AddGroup(page, group, limit);
  }
  AddDropped(page, list, limit);
  page.Blank();
  if (!list.groups.empty()) {
    page.Line("* derived, not an MLPerf metric: each = value / accelerators; replicas = our rate / value, rounded up, "
              "if it divides evenly over systems.");
  }
  page.Line(NotHeldText());
  if (!list.groups.empty()) page.Command("Next  assay new --from-shortlist " + results::RowName(*list.groups[0].entries[0].row));
  return page.text();
}

Sheet SheetOf(const Shortlist& list, std::size_t limit) {
  Sheet sheet{RowHeads(), {}};
  for (const char* head : {"sla", "bound", "bound_by_rule", "per_accelerator_derived", "replicas_derived", "notes", "dropped"}) {
    sheet.heads.emplace_back(head);
  }
  for (std::size_t i = 0; i < list.groups.size(); ++i) {
    std::size_t shown = 0;
    for (const ShortlistEntry& entry : list.groups[i].entries) {
      if (limit > 0 && shown++ == limit) break;
      std::vector<std::string> cells = RowCells(*entry.row, i + 1);
      cells.emplace_back(results::NameOf(entry.sla.state));
      cells.push_back(entry.sla.theirs);
      cells.emplace_back(entry.sla.by_rule ? "yes" : "no");
      cells.push_back(entry.per_accelerator ? NumberText(*entry.per_accelerator) : "");
      cells.push_back(entry.replicas ? std::to_string(*entry.replicas) : "");
      cells.push_back(Joined(entry.notes));
      cells.emplace_back();
      sheet.rows.push_back(std::move(cells));
    }
  }
  for (const Dropped& dropped : list.dropped) {
    std::vector<std::string> cells = RowCells(*dropped.row, 0);
    cells.resize(sheet.heads.size() - 1);
    cells.push_back(dropped.reason);
    sheet.rows.push_back(std::move(cells));
  }
  return sheet;
}

// The question as it was put, for the page's head.
std::string Html(const Arguments& arguments, Shortlist list, std::size_t limit) {
  std::string question = "assay results shortlist";
  for (const auto& [flag, values] : arguments.flags) {
    if (flag == "--format" || flag == "--output") continue;
    for (const std::string& value : values) {
      question += " " + flag + (value.empty() ? "" : value.find(' ') == value.npos ? " " + value : " \"" + value + "\"");
    }
  }
  for (ShortlistGroup& group : list.groups) {
    if (limit > 0 && group.entries.size() > limit) {
      group.entries.erase(group.entries.begin() + static_cast<std::ptrdiff_t>(limit), group.entries.end());
    }
  }
  return report::ShortlistPage(list, question, run::ProgramVersion());
}

int Run(const Arguments& arguments, Terminal& terminal) {
  const std::string format = arguments.Get("--format").value_or("text");
  const auto limit = LimitOf(arguments, format == "text" ? 10 : 0);
  if (!limit) return terminal.Fail(limit.error());
  const auto question = ReadQuestion(arguments);
  if (!question) return terminal.Fail(question.error());
  Shortlist list = decision::MakeShortlist(question->rows, question->shortlist);
  const bool any = !list.groups.empty();
  if (format == "json") terminal.Print(decision::ShortlistJson(list, question->shortlist, question->not_held, *limit));
  else if (format == "csv") terminal.Print(Csv(SheetOf(list, *limit)));
  else if (format == "markdown") terminal.Print(Markdown(SheetOf(list, *limit)));
  else if (format == "html") terminal.Print(Html(arguments, std::move(list), *limit));
  else terminal.Print(Text(*question, list, *limit, terminal.render));
  return any ? kExitPositive : kExitNegative;
}

}  // namespace

const ResultsSubVerb kResultsShortlist{
    .name = "shortlist",
    .usage = "[FLAGS]",
    .summary = "rows that could meet our needs; the others with their reasons",
    .min_positional = 0,
    .max_positional = 0,
    .run = &Run,
    .flags = ASSAY_ROW_FLAGS " --sla --rate --any-sla --limit",
    .formats = "text json csv markdown html",
    .examples = {"assay results shortlist --benchmark llama2-70b \\\n    --sla \"ttft_p99<=500ms,tpot_p99<=50ms\"",
                 "assay results shortlist --benchmark resnet --sla \"p99<=15ms\" --rate 9000/s"},
};

}  // namespace assay::cli
