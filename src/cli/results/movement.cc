// SPDX-License-Identifier: Apache-2.0
// `assay results movement`: the best number of each round, within compatible rounds, with what else changed.
#include <span>

#include "base/json.h"
#include "cli/results/page.h"
#include "cli/results/question.h"
#include "cli/results/ranking.h"
#include "cli/results/sub_verb.h"
#include "cli/shell/exit_code.h"
#include "results/movement.h"
#include "results/row_json.h"

namespace assay::cli {
namespace {

using results::Movement;
using results::MovementStep;

std::string_view CategoryName(const Movement& movement) {
  return movement.category ? round::NameOf(*movement.category) : "category not stated";
}

std::string Title(const Movement& movement) {
  return movement.benchmark + " · " + std::string(round::NameOf(movement.scenario)) + " · " +
         std::string(CategoryName(movement)) + " · " + std::string(round::TextOf(movement.unit)) +
         (round::LowerIsBetter(movement.unit) ? ", lower is better" : "");
}

std::string Changed(const MovementStep& step) {
  std::string text;
  for (const results::Difference& difference : step.changed) {
    text += (text.empty() ? "" : "; ") + std::string(difference.axis) + ": " + difference.a + " → " + difference.b;
  }
  return text;
}

std::string NotHeld(const MovementStep& step) {
  std::string text;
  for (const std::string_view name : step.rounds_between) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

void AddMovement(Page& page, const Movement& movement) {
  page.Blank();
  page.Line(Title(movement));
  report::TextTable table({"round", "best", "step*", "accelerators"});
  for (const MovementStep& step : movement.steps) {
    table.AddRow("", {std::string(step.round), ValueCell(*step.best), step.ratio ? RatioText(*step.ratio) : "",
                      CountCell(*step.best)});
    table.AddNote(page.Cell(results::DescribeSystem(*step.best->system)));
    table.AddNote(page.Cell(step.break_reason));
    if (!step.changed.empty()) table.AddNote(page.Cell("changed: " + Changed(step)));
    if (!step.rounds_between.empty()) table.AddNote(page.Cell("not held between: " + NotHeld(step)));
  }
  page.Table(table);
}

std::string Text(const std::vector<Movement>& movements, const ResultsQuestion& question, std::size_t limit,
                 const RenderOptions& render) {
  Page page(render);
  page.Line("Best row of each round, " + Counted(movements.size(), "line") + ". A step says how much better the best "
            "became, not why: what else changed stands below it.");
  if (movements.empty()) page.Line(WhyEmpty(question.rows, question.shortlist.filter));
  for (const std::string& name : question.not_held) page.Line("Round not held: " + name + ".");
  std::size_t shown = 0;
  for (const Movement& movement : movements) {
    if (limit > 0 && shown++ == limit) {
      page.Blank();
      page.Line("… and " + Counted(movements.size() - limit, "line") + " more (--limit 0)");
      break;
    }
    AddMovement(page, movement);
  }
  page.Blank();
  page.Line("* derived, not an MLPerf metric: better by this factor than the step before; empty where the two may not be "
            "compared.");
  return page.text();
}

std::string Json(const std::vector<Movement>& movements, std::size_t limit) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.movement/1").Member("count", movements.size()).Key("lines").BeginArray();
  for (std::size_t i = 0; i < movements.size() && (limit == 0 || i < limit); ++i) {
    const Movement& movement = movements[i];
    json.BeginObject().Member("benchmark", movement.benchmark).Member("scenario", round::NameOf(movement.scenario));
    json.Key("category");
    if (movement.category) json.Value(round::NameOf(*movement.category));
    else json.Null();
    json.Member("unit", round::TextOf(movement.unit)).Key("steps").BeginArray();
    for (const MovementStep& step : movement.steps) {
      json.BeginObject().Member("round", step.round).Member("value", step.best->value);
      json.Member("row", results::RowName(*step.best)).Member("accelerators", step.best->system->accelerators.total);
      json.Member("better_by_derived", step.ratio).Key("not_comparable");
      if (step.break_reason.empty()) json.Null();
      else json.Value(step.break_reason);
      json.Key("changed");
      results::WriteDifferences(json, step.changed);
      json.Key("not_held_between").BeginArray();
      for (const std::string_view name : step.rounds_between) json.Value(name);
      json.EndArray().EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

Sheet SheetOf(std::span<const Movement> movements) {
  Sheet sheet{{"benchmark", "scenario", "category", "unit", "round", "best", "row", "accelerators", "better_by_derived",
               "not_comparable", "changed", "not_held_between"}, {}};
  for (const Movement& movement : movements) {
    for (const MovementStep& step : movement.steps) {
      sheet.rows.push_back({movement.benchmark, std::string(round::NameOf(movement.scenario)),
                            movement.category ? std::string(round::NameOf(*movement.category)) : "",
                            std::string(round::TextOf(movement.unit)), std::string(step.round),
                            NumberText(step.best->value), results::RowName(*step.best), CountCell(*step.best),
                            step.ratio ? NumberText(*step.ratio) : "", step.break_reason, Changed(step), NotHeld(step)});
    }
  }
  return sheet;
}

int Run(const Arguments& arguments, Terminal& terminal) {
  const std::string format = arguments.Get("--format").value_or("text");
  const auto limit = LimitOf(arguments, format == "text" ? 10 : 0);
  if (!limit) return terminal.Fail(limit.error());
  auto question = ReadQuestion(arguments);
  if (!question) return terminal.Fail(question.error());
  results::Filter& filter = question->shortlist.filter;
  if (filter.divisions.size() > 1) {
    return terminal.Fail(Error{ErrorCode::kUsage, "movement follows one division at a time", {}, "--division closed"});
  }
  // What is on sale under one set of rules is the usual question.
  if (filter.divisions.empty()) filter.divisions = {results::Division::kClosed};
  if (filter.availabilities.empty()) filter.availabilities = {results::Availability::kAvailable};
  const std::vector<Movement> movements = results::MovementOf(RowsOf(question->rows, filter));
  std::span<const Movement> printed(movements);
  if (*limit > 0 && printed.size() > *limit) printed = printed.first(*limit);
  if (format == "json") terminal.Print(Json(movements, *limit));
  else if (format == "csv") terminal.Print(Csv(SheetOf(printed)));
  else if (format == "markdown") terminal.Print(Markdown(SheetOf(printed)));
  else terminal.Print(Text(movements, *question, *limit, terminal.render));
  return kExitPositive;
}

}  // namespace

const ResultsSubVerb kResultsMovement{
    .name = "movement",
    .usage = "[FLAGS]",
    .summary = "the best number of each round, and what else changed",
    .min_positional = 0,
    .max_positional = 0,
    .run = &Run,
    .flags = ASSAY_ROW_FLAGS " --limit",
    .formats = "text json csv markdown",
    .examples = {"assay results movement --benchmark bert-99 --scenario Offline",
                 "assay results movement --benchmark bert-99 --submitter NVIDIA --format csv"},
};

}  // namespace assay::cli
