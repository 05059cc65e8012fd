// SPDX-License-Identifier: Apache-2.0
// Section 2: what ran, on what, on which data. A number without these is not a result.
#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"

namespace assay::report {
namespace {

std::string OrUnknown(std::string_view text) {
  return text.empty() ? std::string("<span class=\"none\">not stated</span>") : Escape(text);
}

std::string Pairs(const std::vector<NameValue>& pairs) {
  std::string out = "<dl class=\"facts\">\n";
  for (const NameValue& pair : pairs) out += Fact(pair.name, pair.value);
  return out + "</dl>\n";
}

std::string Systems(const ReportModel& model) {
  if (model.systems.empty()) return "<p class=\"lead\">No system was run.</p>\n";
  HtmlTable table("Systems: hardware and software together",
                  {"system", "runtime", "precision found", "device", "#threads", "batch", "model"});
  for (const SystemRow& system : model.systems) {
    std::string runtime = Escape(system.executor);
    if (!system.runtime.empty()) runtime += "<small>" + Escape(system.runtime) + "</small>";
    const std::string threads =
        system.threads > 0 ? FormatCount(static_cast<std::uint64_t>(system.threads)) : "";
    table.AddRow({Escape(system.id), runtime, OrUnknown(system.precision), OrUnknown(system.device),
                  threads, Escape(system.batch),
                  OrUnknown(system.model) + "<small>" + Hash(system.model_sha256) + "</small>"});
  }
  std::string out = "<h3>Systems</h3>\n" + table.Render();
  for (const SystemRow& system : model.systems) {
    if (system.details.empty()) continue;
    out += "<details><summary>What " + Escape(system.id) + " says of itself</summary>\n" +
           Pairs(system.details) + "</details>\n";
  }
  return out;
}

std::string Data(const ReportModel& model) {
  if (model.splits.empty()) return {};
  HtmlTable table("Data by split",
                  {"split", "#cases", "#positives", "#prevalence", "kept apart", "file"});
  for (const SplitRow& split : model.splits) {
    const Scale scale = ChooseScale({split.prevalence}, Unit::kShare, {});
    table.AddRow({Escape(split.name), FormatCount(split.n, kHtmlGroup),
                  split.positives ? FormatCount(*split.positives, kHtmlGroup) : "",
                  split.prevalence ? Escape(FormatWithUnit(split.prevalence, scale)) : "",
                  OrUnknown(split.disjointness),
                  Escape(split.path) + "<small>" + Hash(split.sha256) + "</small>"});
  }
  std::string out = "<h3>Data</h3>\n" + table.Render();
  if (Finite(model.base_rate)) {
    const Scale scale = ChooseScale({model.base_rate}, Unit::kShare, {});
    out += "<p>Stated base rate where it will be used: <b>" +
           Escape(FormatWithUnit(model.base_rate, scale)) + "</b>";
    if (!model.base_rate_source.empty()) out += " (" + Escape(model.base_rate_source) + ")";
    out += ".</p>\n";
  }
  return out;
}

}  // namespace

std::string ConditionsSection(const ReportModel& model) {
  std::string out = Systems(model) + Data(model);
  if (!model.host.empty()) out += "<h3>Machine</h3>\n" + Pairs(model.host);
  if (!model.standard_stack.empty()) {
    out += "<h3>Public stack that this is read against</h3>\n" + Pairs(model.standard_stack);
  }
  return out;
}

}  // namespace assay::report
