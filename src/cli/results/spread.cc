// SPDX-License-Identifier: Apache-2.0
// `assay results spread`: Offline : Server : Interactive : SingleStream of one system, and where each ratio lies.
#include <span>

#include "base/json.h"
#include "cli/results/page.h"
#include "cli/results/question.h"
#include "cli/results/ranking.h"
#include "cli/results/sub_verb.h"
#include "cli/shell/exit_code.h"
#include "results/spread.h"

namespace assay::cli {
namespace {

using results::Spread;
using results::SpreadRatio;

std::string Pair(const SpreadRatio& ratio) {
  return std::string(round::NameOf(ratio.over)) + " : " + std::string(round::NameOf(ratio.under));
}

std::string Place(const SpreadRatio& ratio) {
  return ratio.among == 0 ? "" : "above " + std::to_string(ratio.below) + " of " + std::to_string(ratio.among);
}

std::string Title(const Spread& spread) {
  const results::System& system = *spread.system;
  return spread.benchmark + " · " + std::string(system.round) + " · " + std::string(results::NameOf(system.division)) +
         " · " + results::DescribeSystem(system);
}

std::string Text(const std::vector<Spread>& spreads, const ResultsQuestion& question, bool any_row, std::size_t limit,
                 const RenderOptions& render) {
  Page page(render);
  page.Line(Counted(spreads.size(), "system") + " with two scenarios or more of one benchmark. A ratio is rate over "
            "rate; it is derived, not an MLPerf metric.");
  if (!any_row) page.Line(WhyEmpty(question.rows, question.shortlist.filter));
  for (const std::string& name : question.not_held) page.Line("Round not held: " + name + ".");
  std::size_t shown = 0;
  for (const Spread& spread : spreads) {
    if (limit > 0 && shown++ == limit) {
      page.Blank();
      page.Line("… and " + Counted(spreads.size() - limit, "system") + " more (--limit 0)");
      break;
    }
    page.Blank();
    page.Line(Title(spread));
    report::TextTable table({"ratio", "value", "<among closed systems", "median", "<10–90 %"});
    for (const SpreadRatio& ratio : spread.ratios) {
      const bool placed = ratio.among > 0;
      table.AddRow("", {Pair(ratio), RatioText(ratio.ratio), Place(ratio), placed ? RatioText(ratio.median) : "",
                        placed ? RatioText(ratio.low) + "–" + RatioText(ratio.high) : ""});
    }
    page.Table(table);
    if (spread.ratios.empty()) page.Line("no two of its units can be divided", 4);
    for (const std::string& missing : spread.missing) page.Line(missing, 4);
  }
  return page.text();
}

std::string Json(const std::vector<Spread>& spreads, std::size_t limit) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.spread/1").Member("count", spreads.size()).Key("spreads").BeginArray();
  for (std::size_t i = 0; i < spreads.size() && (limit == 0 || i < limit); ++i) {
    const Spread& spread = spreads[i];
    json.BeginObject().Member("benchmark", spread.benchmark).Member("round", spread.system->round);
    json.Member("submitter", spread.system->submitter).Member("system", spread.system->id).Key("ratios").BeginArray();
    for (const SpreadRatio& ratio : spread.ratios) {
      json.BeginObject().Member("over", round::NameOf(ratio.over)).Member("under", round::NameOf(ratio.under));
      json.Member("numerator", results::RowName(*ratio.numerator));
      json.Member("denominator", results::RowName(*ratio.denominator)).Member("ratio", ratio.ratio);
      json.Member("below", ratio.below).Member("among", ratio.among);
      if (ratio.among > 0) json.Member("p10", ratio.low).Member("median", ratio.median).Member("p90", ratio.high);
      json.EndObject();
    }
    json.EndArray().Key("missing").BeginArray();
    for (const std::string& missing : spread.missing) json.Value(missing);
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

Sheet SheetOf(std::span<const Spread> spreads) {
  Sheet sheet{{"round", "submitter", "system", "benchmark", "over", "under", "ratio_derived", "below", "among", "p10",
               "median", "p90", "numerator", "denominator"}, {}};
  for (const Spread& spread : spreads) {
    for (const SpreadRatio& ratio : spread.ratios) {
      const bool placed = ratio.among > 0;
      const auto number = [placed](double value) { return placed ? NumberText(value) : std::string(); };
      sheet.rows.push_back({std::string(spread.system->round), std::string(spread.system->submitter),
                            std::string(spread.system->id), spread.benchmark, std::string(round::NameOf(ratio.over)),
                            std::string(round::NameOf(ratio.under)), NumberText(ratio.ratio),
                            std::to_string(ratio.below), std::to_string(ratio.among), number(ratio.low),
                            number(ratio.median), number(ratio.high), results::RowName(*ratio.numerator),
                            results::RowName(*ratio.denominator)});
    }
  }
  return sheet;
}

int Run(const Arguments& arguments, Terminal& terminal) {
  const std::string format = arguments.Get("--format").value_or("text");
  const auto limit = LimitOf(arguments, format == "text" ? 10 : 0);
  if (!limit) return terminal.Fail(limit.error());
  const auto question = ReadQuestion(arguments);
  if (!question) return terminal.Fail(question.error());
  const std::vector<const results::Row*> rows = RowsOf(question->rows, question->shortlist.filter);
  const std::vector<Spread> spreads = results::SpreadOf(rows, question->rows);
  std::span<const Spread> printed(spreads);
  if (*limit > 0 && printed.size() > *limit) printed = printed.first(*limit);
  if (format == "json") terminal.Print(Json(spreads, *limit));
  else if (format == "csv") terminal.Print(Csv(SheetOf(printed)));
  else if (format == "markdown") terminal.Print(Markdown(SheetOf(printed)));
  else terminal.Print(Text(spreads, *question, !rows.empty(), *limit, terminal.render));
  return kExitPositive;
}

}  // namespace

const ResultsSubVerb kResultsSpread{
    .name = "spread",
    .usage = "[FLAGS]",
    .summary = "one system's Offline : Server : Interactive : SingleStream",
    .min_positional = 0,
    .max_positional = 0,
    .run = &Run,
    .flags = ASSAY_ROW_FLAGS " --limit",
    .formats = "text json csv markdown",
    .examples = {"assay results spread --benchmark llama2-70b-99 --round v5.1 --submitter AMD",
                 "assay results spread --benchmark resnet --system DGX-H100 --format json"},
};

}  // namespace assay::cli
