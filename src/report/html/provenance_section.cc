// SPDX-License-Identifier: Apache-2.0
// Section 7: what the report rests on, how to make it again, where each setting came from, what
// each number means.
#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"

namespace assay::report {
namespace {

std::string Files(const ReportModel& model) {
  if (model.files.empty()) return {};
  HtmlTable table("Files and their hashes", {"file", "what it is", "SHA-256"});
  for (const FileHash& file : model.files)
    table.AddRow({Escape(file.path), Escape(file.role), Hash(file.sha256)});
  return "<h3>Files</h3>\n" + table.Render();
}

std::string Settings(const ReportModel& model) {
  if (model.settings.empty()) return {};
  HtmlTable table("Settings and their origin", {"setting", "value", "from"});
  for (const Setting& setting : model.settings) {
    table.AddRow({"<code>" + Escape(setting.path) + "</code>", Escape(setting.value),
                  Escape(setting.origin)});
  }
  return "<details><summary>All settings and where each came from</summary>\n" + table.Render() +
         "</details>\n";
}

std::string Definitions(const ReportModel& model) {
  if (model.definitions.empty()) return {};
  std::string out = "<h3>What the numbers mean</h3>\n<dl class=\"glossary\">\n";
  for (std::size_t i = 0; i < model.definitions.size(); ++i) {
    const Definition& definition = model.definitions[i];
    out += "<div id=\"def-" + std::to_string(i) + "\"><dt>" + Escape(definition.title) + " <code>" +
           Escape(definition.metric) + "</code></dt><dd>" + Escape(definition.definition);
    if (!definition.source.empty())
      out += "<small>Source: " + Escape(definition.source) + "</small>";
    out += "</dd></div>\n";
  }
  return out + "</dl>\n";
}

}  // namespace

std::string ProvenanceSection(const ReportModel& model) {
  std::string out;
  if (!model.reproduce_command.empty())
    out += "<h3>To make it again</h3>\n" + Command(model.reproduce_command);
  out += "<dl class=\"facts\">\n" + Fact("assay", model.assay_version) +
         Fact("made", model.created_utc) + Fact("spec", model.spec_file) +
         Fact("run directory", model.run_directory) +
         Fact("exit code", std::to_string(model.exit_code)) + "</dl>\n";
  std::string records;
  for (const Cell& cell : model.cells) {
    if (cell.record.empty()) continue;
    records += Fact(cell.system + " · " + cell.traffic + " · record",
                    cell.record + " · " + cell.record_sha256);
  }
  if (!records.empty()) out += "<dl class=\"facts wide\">\n" + records + "</dl>\n";
  return out + Files(model) + Settings(model) + Definitions(model);
}

}  // namespace assay::report
