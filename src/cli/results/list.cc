// SPDX-License-Identifier: Apache-2.0
// `assay results list`: rows by what is comparable, each ranking apart.
#include <algorithm>

#include "base/json.h"
#include "cli/results/page.h"
#include "cli/results/question.h"
#include "cli/results/ranking.h"
#include "cli/results/sub_verb.h"
#include "cli/shell/exit_code.h"
#include "results/row_json.h"

namespace assay::cli {
namespace {

using results::Row;

// One ranking was asked for, and the rows are several: what is different is the answer.
Error ManyRankings(const Rankings& found) {
  return {ErrorCode::kUsage,
          "these rows can't be sorted by value in one list: they are " + Counted(found.rankings.size(), "ranking") +
              ", which differ in " + results::DifferenceOf(found.rankings[0].key, found.rankings[1].key),
          {},
          "without --sort each ranking is listed apart; narrow the rows by --benchmark, --scenario, --division, "
          "--category, --precision, --round, --power"};
}

std::string Json(const ResultsQuestion& question, const Rankings& found, std::size_t rows, std::size_t limit) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.results/1").Member("rows", rows);
  json.Member("filtered", question.rows.rows().size() - rows);
  json.Key("not_held").BeginArray();
  for (const std::string& name : question.not_held) json.Value(name);
  json.EndArray().Key("rankings").BeginArray();
  for (const Ranking& ranking : found.rankings) {
    json.BeginObject().Key("key");
    results::WriteKey(json, ranking.key);
    json.Member("count", ranking.rows.size()).Key("rows").BeginArray();
    for (std::size_t i = 0; i < ranking.rows.size() && (limit == 0 || i < limit); ++i) {
      results::WriteRow(json, *ranking.rows[i]);
    }
    json.EndArray().EndObject();
  }
  json.EndArray().Key("unranked").BeginArray();
  for (const UnrankedRow& unranked : found.unranked) {
    json.BeginObject().Member("reason", unranked.reason).Key("row");
    results::WriteRow(json, *unranked.row);
    json.EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

void AddRanking(Page& page, const Ranking& ranking, std::size_t limit) {
  page.Blank();
  page.Line(results::TextOf(ranking.key));
  report::TextTable table({"row", "value", "accelerators"});
  std::size_t shown = 0;
  for (const Row* row : ranking.rows) {
    if (limit > 0 && shown == limit) break;
    ++shown;
    table.AddRow("", {page.Cell(results::RowName(*row)), ValueCell(*row), CountCell(*row)});
    table.AddNote(page.Cell(results::DescribeSystem(*row->system)));
  }
  page.Table(table);
  if (shown < ranking.rows.size()) page.Line("… and " + Counted(ranking.rows.size() - shown, "row") + " more (--limit 0)", 4);
}

std::string Text(const ResultsQuestion& question, const Rankings& found, std::size_t rows, std::size_t limit,
                 const RenderOptions& render) {
  Page page(render);
  page.Line(Counted(rows, "row") + " in " + Counted(found.rankings.size(), "ranking") + "; " +
            Counted(question.rows.rows().size() - rows, "row") + " left out by the filter. Only rows of one ranking are "
            "comparable.");
  if (rows == 0) page.Line(WhyEmpty(question.rows, question.shortlist.filter));
  for (const std::string& name : question.not_held) page.Line("Round not held: " + name + ".");
  std::size_t shown = 0;
  for (const Ranking& ranking : found.rankings) {
    if (limit > 0 && shown++ == limit) {
      page.Blank();
      page.Line("… and " + Counted(found.rankings.size() - limit, "ranking") + " more (--limit 0)");
      break;
    }
    AddRanking(page, ranking, limit);
  }
  if (!found.unranked.empty()) {
    page.Blank();
    page.Line("In no ranking");
    shown = 0;
    for (const UnrankedRow& unranked : found.unranked) {
      if (limit > 0 && shown++ == limit) {
        page.Line("… and " + Counted(found.unranked.size() - limit, "row") + " more (--limit 0)", 4);
        break;
      }
      page.Line(results::RowName(*unranked.row) + ": " + unranked.reason, 4);
    }
  }
  page.Blank();
  page.Line(NotHeldText());
  return page.text();
}

Sheet SheetOf(const Rankings& found, std::size_t limit) {
  Sheet sheet{RowHeads(), {}};
  for (std::size_t i = 0; i < found.rankings.size(); ++i) {
    const std::vector<const Row*>& rows = found.rankings[i].rows;
    for (std::size_t j = 0; j < rows.size() && (limit == 0 || j < limit); ++j) {
      sheet.rows.push_back(RowCells(*rows[j], i + 1));
    }
  }
  for (const UnrankedRow& unranked : found.unranked) sheet.rows.push_back(RowCells(*unranked.row, 0));
  return sheet;
}

int Run(const Arguments& arguments, Terminal& terminal) {
  const auto sort = arguments.Get("--sort");
  if (sort && *sort != "value") {
    return terminal.Fail(Error{ErrorCode::kUsage, "--sort takes value, found '" + *sort + "'", {}, {}});
  }
  const std::string format = arguments.Get("--format").value_or("text");
  const auto limit = LimitOf(arguments, format == "text" ? 10 : 0);
  if (!limit) return terminal.Fail(limit.error());
  const auto question = ReadQuestion(arguments);
  if (!question) return terminal.Fail(question.error());
  const std::vector<const Row*> rows = RowsOf(question->rows, question->shortlist.filter);
  const Rankings found = RankingsOf(rows);
  if (sort && found.rankings.size() > 1) return terminal.Fail(ManyRankings(found));
  if (format == "json") terminal.Print(Json(*question, found, rows.size(), *limit));
  else if (format == "csv") terminal.Print(Csv(SheetOf(found, *limit)));
  else if (format == "markdown") terminal.Print(Markdown(SheetOf(found, *limit)));
  else terminal.Print(Text(*question, found, rows.size(), *limit, terminal.render));
  return kExitPositive;
}

}  // namespace

const ResultsSubVerb kResultsList{
    .name = "list",
    .usage = "[FLAGS]",
    .summary = "public rows, each comparable set as a ranking of its own",
    .min_positional = 0,
    .max_positional = 0,
    .run = &Run,
    .flags = ASSAY_ROW_FLAGS " --sort --limit",
    .formats = "text json csv markdown",
    .examples = {"assay results list --benchmark resnet --scenario Server --round v4.1",
                 "assay results list --submitter AMD --benchmark llama2-70b --format csv"},
};

}  // namespace assay::cli
