// SPDX-License-Identifier: Apache-2.0
// What a row says, under the keys of a quote.
#include <algorithm>

#include "citation/match.h"

namespace assay::citation {
namespace {

// "N/A" and "-" in a table say that nothing is said.
bool IsPlaceholder(std::string_view text) {
  for (const std::string_view each : {"N/A", "n/a", "NA", "-", "None", "none", "TBD"}) {
    if (text == each) return true;
  }
  return false;
}

}  // namespace

std::string_view SoftwareOf(const results::Row& row) {
  const std::string_view framework = row.system->framework;
  return IsPlaceholder(framework) ? std::string_view() : framework;
}

std::string ValueText(const results::Row& row) {
  std::string text(row.value_stated);
  if (const std::size_t dot = text.find('.'); dot != std::string::npos && text.find_first_of("eE") == std::string::npos) {
    text.erase(std::max(text.find_last_not_of('0') + 1, dot));
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

Facts FactsOf(const results::Row& row) {
  const results::System& system = *row.system;
  Facts facts;
  const auto put = [&](std::string_view field, std::string_view value) {
    if (!value.empty()) facts.emplace(field, value);
  };
  put("suite", NameOf(Suite::kInference));
  put("round", system.round);
  put("division", results::NameOf(system.division));
  if (system.availability != results::Availability::kUnknown) put("availability", results::NameOf(system.availability));
  put("category", system.datacenter && system.edge ? "datacenter and edge" : system.datacenter ? "datacenter" : system.edge ? "edge" : "");
  put("benchmark", results::BenchmarkText(row));
  put("model", row.model_stated);
  put("scenario", round::NameOf(row.scenario));
  put("value", ValueText(row));
  put("unit", row.unit_stated.empty() ? round::TextOf(row.unit) : row.unit_stated);
  put("submitter", system.submitter);
  put("system", system.name.empty() ? system.id : system.name);
  if (system.accelerators.source != results::AcceleratorCount::Source::kNone) put("accelerator", system.accelerator);
  if (system.accelerators.total && *system.accelerators.total > 0) put("accelerators", std::to_string(*system.accelerators.total));
  put("host_processor", system.host_processor);
  put("software", SoftwareOf(row));
  if (row.weights.disclosed) put("precision", results::NameOf(row.weights));
  if (row.has_power) put("power", "measured");
  put("result_id", row.result_id);
  put("source", row.source);
  if (row.inferred) put("inferred", *row.inferred ? "yes" : "no");
  if (const round::Round* rules = row.rules(); rules != nullptr) {
    const round::Benchmark* benchmark = rules->Find(row.benchmark);
    const round::ScenarioRule* rule = benchmark != nullptr ? benchmark->Find(row.scenario) : nullptr;
    if (rule != nullptr) put("metric", rule->metric);
  }
  return facts;
}

}  // namespace assay::citation
