// SPDX-License-Identifier: Apache-2.0
// `assay results coverage`: what each round's rows state, and the rounds that aren't here.
#include "results/coverage.h"

#include "base/json.h"
#include "cli/results/page.h"
#include "cli/results/store_place.h"
#include "cli/results/sub_verb.h"
#include "cli/shell/exit_code.h"
#include "results/store.h"

namespace assay::cli {
namespace {

using results::RoundCoverage;

struct Column {
  std::string_view head, key;
  std::size_t RoundCoverage::*count;
};

constexpr Column kCounts[] = {
    {"rows", "rows", &RoundCoverage::rows},
    {"closed", "closed", &RoundCoverage::closed},
    {"open", "open", &RoundCoverage::open},
    {"net", "network", &RoundCoverage::network},
};
constexpr Column kShares[] = {
    {"bound", "latency_bound", &RoundCoverage::latency_bound},
    {"TTFT", "ttft_tpot", &RoundCoverage::token_latency},
    {"type", "precision", &RoundCoverage::precision},
    {"id", "result_id", &RoundCoverage::result_id},
    {"node", "nodes", &RoundCoverage::nodes},
    {"chip", "accelerators", &RoundCoverage::accelerators},
    {"watt", "power", &RoundCoverage::power},
    {"acc.", "accuracy", &RoundCoverage::accuracy},
};

std::string Json(const std::vector<RoundCoverage>& rounds) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.coverage/1").Member("held_data_date", results::HeldDataDate());
  json.Key("rounds").BeginArray();
  for (const RoundCoverage& round : rounds) {
    json.BeginObject().Member("round", round.round).Key("published");
    if (round.published.empty()) json.Null();
    else json.Value(round.published);
    json.Member("held", round.held).Member("rules_known", round.known).Member("imported", round.imported);
    for (const Column& column : kCounts) json.Member(column.key, round.*column.count);
    json.Key("state").BeginObject();
    for (const Column& column : kShares) json.Member(column.key, round.*column.count);
    json.EndObject().EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

// A share in whole percent, never rounded to all or none.
std::string Percent(std::size_t part, std::size_t all) {
  if (part == 0) return "-";
  if (part == all) return "100%";
  const std::size_t percent = (100 * part + all / 2) / all;
  return std::to_string(percent < 1 ? 1 : percent > 99 ? 99 : percent) + "%";
}

std::string Text(const std::vector<RoundCoverage>& rounds, const RenderOptions& render) {
  Page page(render);
  std::vector<std::string> heads = {"round"};
  for (const Column& column : kCounts) heads.emplace_back(column.head);
  for (const Column& column : kShares) heads.emplace_back(column.head);
  report::TextTable table(heads);
  std::string missing, imported;
  for (const RoundCoverage& round : rounds) {
    if (round.rows == 0) {
      missing += (missing.empty() ? "" : ", ") + std::string(round.round);
      continue;
    }
    if (round.imported > 0) {
      imported += (imported.empty() ? "" : ", ") + std::string(round.round) + " (" + std::to_string(round.imported) + ")";
    }
    std::vector<std::string> cells = {page.Cell(round.round)};
    for (const Column& column : kCounts) cells.push_back(std::to_string(round.*column.count));
    for (const Column& column : kShares) cells.push_back(Percent(round.*column.count, round.rows));
    table.AddRow("", std::move(cells));
  }
  page.Table(table);
  page.Blank();
  page.Line("Percent of the round's rows that state it: bound, the latency bound of the run; TTFT, with TPOT, as measured; "
            "type, a numeric type of the weights; id, of the result; node, how many; chip, how many accelerators, or that "
            "there are none; watt, measured power; acc., accuracy. net: the network division.");
  if (!missing.empty()) page.Line("No results held: " + missing + " (rules known; `assay results import` takes results in).");
  if (!imported.empty()) page.Line("Imported rows: " + imported + ".");
  page.Line("Held data of " + std::string(results::HeldDataDate()) + ".");
  return page.text();
}

int Run(const Arguments& arguments, Terminal& terminal) {
  const auto path = StoreToRead(arguments);
  if (!path) return terminal.Fail(path.error());
  const auto rows = results::LoadAll(*path);
  if (!rows) return terminal.Fail(rows.error());
  const auto rounds = results::CoverageOf(*rows);
  terminal.Print(terminal.json ? Json(rounds) : Text(rounds, terminal.render));
  return kExitPositive;
}

}  // namespace

const ResultsSubVerb kResultsCoverage{
    .name = "coverage",
    .usage = "",
    .summary = "what each round's rows state, and which rounds aren't held",
    .min_positional = 0,
    .max_positional = 0,
    .run = &Run,
    .flags = "--store",
    .formats = "text json",
    .examples = {"assay results coverage", "assay results coverage --format json"},
};

}  // namespace assay::cli
