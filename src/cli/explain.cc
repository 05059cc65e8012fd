// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "cli/shell/wrap.h"
#include "run/catalogue.h"
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

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const std::string& name = arguments.positional.back();
  // "metric", or "metrics" as `assay list` has it.
  std::string kind = arguments.positional.size() == 2 ? arguments.positional.front() : "";
  if (kind.ends_with('s')) kind.pop_back();
  const auto entries = run::Catalogue();
  if (!kind.empty() && std::ranges::find(entries, kind, &run::Entry::kind) == entries.end()) {
    return terminal.Fail(Error{ErrorCode::kUnknownName, "there is no kind '" + kind + "'", {},
                               "kinds: metric executor arrival dataset format error"});
  }
  const auto entry = run::FindEntry(name, kind);
  if (!entry) {
    std::vector<std::string_view> names;
    for (const run::Entry& each : entries) {
      if (kind.empty() || each.kind == kind) names.push_back(each.name);
    }
    const std::string_view near = spec::NearName(name, names);
    return terminal.Fail(Error{
        ErrorCode::kUnknownName, (kind.empty() ? "nothing" : "no " + kind) + " is called '" + name + "'", {},
        near.empty() ? "`assay list metrics` (executors, arrivals, datasets, formats, errors) shows the names"
                     : "did you mean '" + std::string(near) + "'?"});
  }
  terminal.Print(arguments.Get("--format") == "json" ? AsJson(*entry) : AsText(*entry));
  return cli::kExitPositive;
}

}  // namespace

extern const VerbInfo kVerb_explain;
const VerbInfo kVerb_explain{
    .name = "explain",
    .usage = "[KIND] NAME",
    .summary = "one page about a metric, executor, arrival, format, error code",
    .details = "",
    .examples = {"assay explain average_precision", "assay explain E0312"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 2,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
