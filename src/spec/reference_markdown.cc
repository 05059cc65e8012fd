// SPDX-License-Identifier: Apache-2.0
#include "spec/reference_markdown.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "spec/spec_table.h"

namespace assay::spec {
namespace {

// A cell of a Markdown table: a bar would end it.
std::string Cell(std::string_view text) {
  std::string cell;
  for (char c : text) {
    if (c == '|') cell += '\\';
    cell += c;
  }
  return cell;
}

std::string Code(std::string_view text) { return text.empty() ? "" : "`" + Cell(text) + "`"; }

void WriteTable(const Table& table, const std::vector<ResolvedLine>& defaults, std::string& page) {
  const bool root = table.name == SpecTable().name;
  if (!root) page += "\n## `" + std::string(table.name) + "`\n\n" + std::string(table.doc) + "\n";
  page += "\n| key | value | default | example | meaning |\n|---|---|---|---|---|\n";
  for (const Field& field : table.fields) {
    page += "| " + Code(field.key) + (field.required ? " (needed)" : "") + " | " +
            Cell(field.type->Describe()) + " | " +
            (field.required ? "" : Code(DefaultOf(field.key, defaults))) + " | " +
            Code(field.example) + " | " + Cell(field.doc) +
            (field.type->built() ? "" : " *Known, not built yet.*") + " |\n";
  }
  std::vector<std::string_view> written;
  for (const Field& field : table.fields) {
    const Table* below = field.type->table();
    if (below == nullptr || std::find(written.begin(), written.end(), below->name) != written.end())
      continue;
    written.push_back(below->name);
    WriteTable(*below, field.type->Defaults(), page);
  }
}

void WriteNames(std::string_view kind, const std::vector<std::string>& names, std::string& page) {
  page += "- " + std::string(kind) + ":";
  for (const std::string& name : names) page += (page.ends_with(":") ? " `" : ", `") + name + "`";
  page += "\n";
}

}  // namespace

std::string ReferenceMarkdown(const Names& names) {
  std::string page =
      "# The spec\n\n<!-- Generated from the field tables in src/spec by `make generate`. Do not "
      "edit. -->\n\n" +
      std::string(SpecTable().doc) +
      "\n\nA YAML file (JSON is YAML too). Quantities are written with their unit (`15ms`, "
      "`400/s`, `5%`, `1.84EUR/h`); "
      "bare numbers are counts,\nshares and seeds. Keys that start with `x-` are free; all others "
      "must be known, and none "
      "may stand twice. Any value can be\nreplaced on the command line: `--set "
      "traffic.online.rate=500/s`; members of lists "
      "are addressed by their id or name.\n";
  WriteTable(SpecTable(), {}, page);
  page += "\n## Names\n\n";
  WriteNames("Metrics", names.metrics, page);
  WriteNames("Executors", names.executors, page);
  WriteNames("Arrivals", names.arrivals, page);
  WriteNames("Formats", names.datasets, page);
  return page;
}

}  // namespace assay::spec
