// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "cli/shell/wrap.h"
#include "round/round.h"
#include "run/catalogue.h"
#include "run/round_page.h"
#include "spec/near_name.h"

namespace assay {
namespace {

std::string AsText(const run::Entry& entry) {
  std::string text = entry.name + "  " + entry.kind + "\n\n" + cli::Wrapped(entry.title, "  ") + "\n";
  if (!entry.definition.empty()) text += cli::Wrapped(entry.definition, "  ") + "\n";
  for (const auto& [name, value] : entry.facts) text += "  " + name + ": " + value + "\n";
  for (const auto& [name, doc] : entry.options) text += "  " + name + "\n" + cli::Wrapped(doc, "      ");
  if (!entry.source.empty()) text += "\n" + cli::Wrapped("Source: " + entry.source, "  ");
  return text;
}

std::string AsJson(const run::Entry& entry) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.explain/1").Member("kind", entry.kind).Member("name", entry.name);
  json.Member("title", entry.title).Member("definition", entry.definition).Member("source", entry.source);
  for (const auto& [name, value] : entry.facts) json.Member(name, value);
  json.Key("options").BeginObject();
  for (const auto& [name, doc] : entry.options) json.Member(name, doc);
  json.EndObject().EndObject();
  return text + "\n";
}

// A round or a benchmark of the public rounds; empty when it is neither, or not of that kind.
std::string RoundPage(const std::string& name, const std::string& kind, bool json, std::size_t width) {
  if (const round::Round* round = round::FindRound(name); round && (kind.empty() || kind == "round")) {
    return json ? run::RoundJson(*round) : run::RoundText(*round, width);
  }
  if (!kind.empty() && kind != "benchmark") return "";
  const std::string_view benchmark = run::BenchmarkCalled(name);
  if (benchmark.empty()) return "";
  return json ? run::BenchmarkJson(benchmark) : run::BenchmarkText(benchmark, width);
}

Error NothingCalled(const std::string& name, const std::string& kind, const std::vector<run::Entry>& entries) {
  std::vector<std::string_view> names;
  for (const run::Entry& each : entries) {
    if (kind.empty() || each.kind == kind) names.push_back(each.name);
  }
  if (kind.empty() || kind == "round") std::ranges::copy(run::RoundNames(), std::back_inserter(names));
  if (kind.empty() || kind == "benchmark") std::ranges::copy(run::BenchmarkNames(), std::back_inserter(names));
  const std::string_view near = spec::NearName(name, names);
  return {ErrorCode::kUnknownName, (kind.empty() ? "nothing" : "no " + kind) + " is called '" + name + "'", {},
          near.empty() ? "`assay list metrics` (executors, arrivals, datasets, formats, errors, rules, rounds, "
                         "benchmarks) shows the names"
                       : "did you mean '" + std::string(near) + "'?"};
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const std::string& name = arguments.positional.back();
  // "metric", or "metrics" as `assay list` has it.
  std::string kind = arguments.positional.size() == 2 ? arguments.positional.front() : "";
  if (kind.ends_with('s')) kind.pop_back();
  const auto entries = run::Catalogue();
  if (!kind.empty() && kind != "round" && kind != "benchmark" &&
      std::ranges::find(entries, kind, &run::Entry::kind) == entries.end()) {
    return terminal.Fail(Error{ErrorCode::kUnknownName, "there is no kind '" + kind + "'", {},
                               "kinds: metric executor arrival dataset format error rule round benchmark"});
  }
  const bool json = arguments.Get("--format") == "json";
  const auto entry = run::FindEntry(name, kind);
  if (!entry) {
    const std::string page = RoundPage(name, kind, json, static_cast<std::size_t>(std::max(80, terminal.render.width)));
    if (page.empty()) return terminal.Fail(NothingCalled(name, kind, entries));
    terminal.Print(page);
    return cli::kExitPositive;
  }
  terminal.Print(json ? AsJson(*entry) : AsText(*entry));
  return cli::kExitPositive;
}

}  // namespace

extern const VerbInfo kVerb_explain;
const VerbInfo kVerb_explain{
    .name = "explain",
    .usage = "[KIND] NAME",
    .summary = "one page about a metric, executor, error code, round, benchmark …",
    .details = "",
    .examples = {"assay explain average_precision", "assay explain llama2-70b-99.9"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 2,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
