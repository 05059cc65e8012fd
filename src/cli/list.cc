// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/catalogue.h"
#include "run/round_page.h"

namespace assay {
namespace {

constexpr std::string_view kKinds[] = {"metrics", "executors", "arrivals", "datasets", "formats",
                                        "errors",  "rules",     "rounds",   "benchmarks"};

std::string AsJson(std::string_view kind, const std::vector<run::Entry>& entries) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.list/1").Member("kind", kind).Key("entries").BeginArray();
  for (const run::Entry& entry : entries) {
    json.BeginObject().Member("name", entry.name).Member("title", entry.title);
    json.Member("definition", entry.definition);
    for (const auto& [name, value] : entry.facts) json.Member(name, value);
    json.EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

std::string AsText(const std::vector<run::Entry>& entries) {
  std::size_t name_width = 0, fact_width = 0;
  for (const run::Entry& entry : entries) {
    name_width = std::max(name_width, entry.name.size());
    if (!entry.facts.empty()) fact_width = std::max(fact_width, entry.facts.front().second.size());
  }
  std::string text;
  for (const run::Entry& entry : entries) {
    std::string line = entry.name;
    line.resize(name_width + 2, ' ');
    std::string fact = entry.facts.empty() ? "" : entry.facts.front().second;
    fact.resize(fact_width == 0 ? 0 : fact_width + 2, ' ');
    text += line + fact + entry.title + "\n";
  }
  return text;
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const std::string& kind = arguments.positional.at(0);
  if (std::ranges::find(kKinds, kind) == std::end(kKinds)) {
    return terminal.Fail(Error{ErrorCode::kUnknownName, "there is no list of '" + kind + "'", {},
                               "lists: metrics executors arrivals datasets formats errors rules rounds benchmarks"});
  }
  const auto width = static_cast<std::size_t>(std::max(80, terminal.render.width));
  const bool json = arguments.Get("--format") == "json";
  if (kind == "rounds") {
    terminal.Print(json ? run::RoundsJson() : run::RoundsText(width));
    return cli::kExitPositive;
  }
  if (kind == "benchmarks") {
    terminal.Print(json ? run::BenchmarksJson() : run::BenchmarksText(width));
    return cli::kExitPositive;
  }
  std::vector<run::Entry> entries = run::Catalogue();
  std::erase_if(entries, [&](const run::Entry& entry) { return entry.kind + "s" != kind; });
  terminal.Print(json ? AsJson(kind, entries) : AsText(entries));
  return cli::kExitPositive;
}

}  // namespace

extern const VerbInfo kVerb_list;
const VerbInfo kVerb_list{
    .name = "list",
    .usage = "metrics|executors|…|rounds|benchmarks",
    .summary = "what there is: names, units, one line each",
    .details = "Lists: metrics executors arrivals datasets formats errors rules rounds\n"
               "benchmarks.",
    .examples = {"assay list metrics", "assay list rounds"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
