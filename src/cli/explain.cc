// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/catalogue.h"

namespace assay {
namespace {

// Cuts a paragraph into lines of at most 78 columns (bytes), indented by two.
std::string Wrapped(const std::string& paragraph) {
  std::string text, line;
  std::size_t at = 0;
  while (at < paragraph.size()) {
    std::size_t end = paragraph.find(' ', at);
    if (end == std::string::npos) end = paragraph.size();
    const std::string word = paragraph.substr(at, end - at);
    if (!line.empty() && line.size() + 1 + word.size() > 76) text += "  " + line + "\n", line.clear();
    line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  return line.empty() ? text : text + "  " + line + "\n";
}

std::string AsText(const run::Entry& entry) {
  std::string text = entry.name + "  " + entry.kind + "\n\n" + Wrapped(entry.title) + "\n";
  if (!entry.definition.empty()) text += Wrapped(entry.definition) + "\n";
  for (const auto& [name, value] : entry.facts) text += "  " + name + ": " + value + "\n";
  for (const auto& [name, doc] : entry.options) text += "  " + name + "\n      " + doc + "\n";
  if (!entry.source.empty()) text += "\n" + Wrapped("Source: " + entry.source);
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
  const auto entry = run::FindEntry(name);
  if (!entry) {
    return terminal.Fail(Error{ErrorCode::kUnknownName, "nothing is called '" + name + "'", {},
                               "`assay list metrics` (executors, arrivals, datasets, formats, errors) shows the names"});
  }
  terminal.Print(arguments.Get("--format") == "json" ? AsJson(*entry) : AsText(*entry));
  return cli::kExitPositive;
}

}  // namespace

extern const VerbInfo kVerb_explain;
const VerbInfo kVerb_explain{
    .name = "explain",
    .usage = "[KIND] NAME",
    .summary = "one page about a metric, executor, arrival, dataset, format or error code",
    .details = "",
    .examples = {"assay explain average_precision", "assay explain E0312"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 2,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
