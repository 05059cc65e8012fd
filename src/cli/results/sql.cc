// SPDX-License-Identifier: Apache-2.0
// `assay results sql`: one SELECT over the public rows and one's own runs. Without a query, the tables there are.
#include "results/query.h"

#include <algorithm>
#include <atomic>
#include <csignal>

#include "base/json.h"
#include "cli/results/page.h"
#include "cli/results/store_place.h"
#include "cli/results/sub_verb.h"
#include "cli/shell/exit_code.h"
#include "results/store.h"

namespace assay::cli {
namespace {

using results::QueryAnswer;
using results::QueryCell;

// The one thing that a signal may touch; SQLite asks for it between steps.
std::atomic<bool> interrupted = false;

void OnSignal(int signal) {
  if (interrupted.exchange(true)) std::_Exit(128 + signal);  // the second one doesn't wait
}

std::string CellText(const QueryCell& cell, std::string_view null) {
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&cell)) return NumberText(*real);
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  return std::string(null);
}

std::string Json(const QueryAnswer& answer) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.sql/1").Key("columns").BeginArray();
  for (const std::string& column : answer.columns) json.Value(column);
  json.EndArray().Key("rows").BeginArray();
  for (const auto& row : answer.rows) {
    json.BeginArray();
    for (const QueryCell& cell : row) {
      if (const auto* whole = std::get_if<std::int64_t>(&cell)) json.Value(*whole);
      else if (const auto* real = std::get_if<double>(&cell)) json.Value(*real);
      else if (const auto* words = std::get_if<std::string>(&cell)) json.Value(*words);
      else json.Null();
    }
    json.EndArray();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

std::string CsvText(const QueryAnswer& answer) {
  Sheet sheet{answer.columns, {}};
  for (const auto& row : answer.rows) {
    auto& cells = sheet.rows.emplace_back();
    for (const QueryCell& cell : row) cells.push_back(CellText(cell, ""));
  }
  return Csv(sheet);
}

bool IsText(const QueryAnswer& answer, std::size_t column) {
  return std::any_of(answer.rows.begin(), answer.rows.end(),
                     [&](const auto& row) { return std::holds_alternative<std::string>(row[column]); });
}

std::string Text(const QueryAnswer& answer, const RenderOptions& render) {
  Page page(render);
  std::vector<std::string> heads;
  for (std::size_t i = 0; i < answer.columns.size(); ++i) {
    heads.push_back((i > 0 && IsText(answer, i) ? "<" : "") + page.Cell(answer.columns[i]));
  }
  report::TextTable table(heads);
  for (const auto& row : answer.rows) {
    std::vector<std::string> cells;
    for (const QueryCell& cell : row) cells.push_back(page.Cell(CellText(cell, "-")));
    table.AddRow("", std::move(cells));
  }
  if (!answer.rows.empty()) page.Table(table);
  page.Line(std::to_string(answer.rows.size()) + (answer.rows.size() == 1 ? " row" : " rows"));
  return page.text();
}

std::string TablesText(const std::vector<results::QueryTable>& tables, const RenderOptions& render) {
  Page page(render);
  for (const results::QueryTable& table : tables) {
    page.Line(table.name + ": " + table.about);
    std::string columns;
    for (const std::string& column : table.columns) columns += (columns.empty() ? "" : ", ") + column;
    page.Line(columns, 4);
  }
  return page.text();
}

std::string TablesJson(const std::vector<results::QueryTable>& tables) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.sql.tables/1").Key("tables").BeginArray();
  for (const results::QueryTable& table : tables) {
    json.BeginObject().Member("name", table.name).Member("about", table.about).Key("columns").BeginArray();
    for (const std::string& column : table.columns) json.Value(column);
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

std::string TablesCsv(const std::vector<results::QueryTable>& tables) {
  Sheet sheet{{"table", "column"}, {}};
  for (const results::QueryTable& table : tables) {
    for (const std::string& column : table.columns) sheet.rows.push_back({table.name, column});
  }
  return Csv(sheet);
}

int Run(const Arguments& arguments, Terminal& terminal) {
  const auto path = StoreToRead(arguments);
  if (!path) return terminal.Fail(path.error());
  const auto rows = results::LoadAll(*path);
  if (!rows) return terminal.Fail(rows.error());
  auto database = results::MakeQueryDatabase(*rows, *path);
  if (!database) return terminal.Fail(database.error());
  const std::string format = arguments.Get("--format").value_or("text");
  if (arguments.positional.empty()) {
    const auto tables = results::TablesOf(*database);
    if (!tables) return terminal.Fail(tables.error());
    terminal.Print(format == "json" ? TablesJson(*tables) : format == "csv" ? TablesCsv(*tables)
                                                                            : TablesText(*tables, terminal.render));
    return kExitPositive;
  }
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  const auto answer = results::Ask(*database, arguments.positional.at(0),
                                   [](void* flag) { return static_cast<std::atomic<bool>*>(flag)->load() ? 1 : 0; },
                                   &interrupted);
  if (!answer) return terminal.Fail(answer.error());
  terminal.Print(format == "json" ? Json(*answer) : format == "csv" ? CsvText(*answer) : Text(*answer, terminal.render));
  return kExitPositive;
}

}  // namespace

const ResultsSubVerb kResultsSql{
    .name = "sql",
    .usage = "[\"SELECT …\"]",
    .summary = "one query over rows, systems, rounds and your own runs",
    .min_positional = 0,
    .max_positional = 1,
    .run = &Run,
    .flags = "--store",
    .formats = "text json csv",
    .examples = {"assay results sql \"SELECT round, count(*) FROM results GROUP BY round\"",
                 "assay results sql \"SELECT name FROM results WHERE gate = 'missed' LIMIT 5\""},
};

}  // namespace assay::cli
