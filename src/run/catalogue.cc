// SPDX-License-Identifier: Apache-2.0
#include "run/catalogue.h"

#include <algorithm>
#include <tuple>

#include "assay/arrival.h"
#include "assay/dataset.h"
#include "assay/error_code.h"
#include "assay/executor.h"
#include "assay/metric.h"
#include "citation/rule.h"
#include "report/report_format.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

// Texts, boxes, rankings, tries and masks: what a file of answers has, and no run yet.
constexpr std::uint16_t kFileNeeds = (Needs::kText | Needs::kBoxes) | (Needs::kRankings | Needs::kTrials) |
                                     static_cast<std::uint16_t>(Needs::kMasks);

std::string CodeText(ErrorCode code) {
  const int number = static_cast<int>(code);
  return std::string(number < 1000 ? "E0" : "E") + std::to_string(number);
}

template <class Option>
std::pair<std::string, std::string> OptionText(const Option& option) {
  std::string left = std::string(option.name) + " (" + std::string(option.type);
  if (!option.default_value.empty()) left += ", default " + std::string(option.default_value);
  return {left + ")", std::string(option.doc)};
}

void AddMetrics(std::vector<Entry>& entries) {
  for (const MetricInfo* metric : AllMetrics()) {
    Entry entry{"metric", std::string(metric->name), std::string(metric->title), std::string(metric->definition),
                std::string(metric->source), {}, {}};
    entry.facts.emplace_back("unit", verdict::UnitWord(metric->unit));
    entry.facts.emplace_back("better", metric->better == Better::kHigher  ? "higher"
                                       : metric->better == Better::kLower ? "lower"
                                                                          : "neither");
    entries.push_back(std::move(entry));
  }
}

void AddExecutors(std::vector<Entry>& entries) {
  for (const ExecutorInfo* executor : AllExecutors()) {
    Entry entry{"executor", std::string(executor->name), std::string(executor->title),
                std::string(executor->definition), std::string(executor->source), {}, {}};
    entry.facts.emplace_back("model", executor->needs_model ? "needed" : "none");
    for (const OptionInfo& option : executor->options) entry.options.push_back(OptionText(option));
    entries.push_back(std::move(entry));
  }
}

void AddOthers(std::vector<Entry>& entries) {
  for (const ArrivalInfo* arrival : AllArrivals()) {
    Entry entry{"arrival", std::string(arrival->name), std::string(arrival->title), std::string(arrival->definition),
                std::string(arrival->source), {}, {}};
    for (const auto& parameter : arrival->parameters) entry.options.push_back(OptionText(parameter));
    entries.push_back(std::move(entry));
  }
  for (const DatasetInfo* dataset : AllDatasets()) {
    entries.push_back({"dataset", std::string(dataset->name), std::string(dataset->title),
                       std::string(dataset->definition), std::string(dataset->source),
                       {{"extensions", std::string(dataset->extensions)}}, {}});
  }
  for (const ReportFormatInfo* format : AllReportFormats()) {
    entries.push_back({"format", std::string(format->name), std::string(format->title), "", "",
                       {{"extension", std::string(format->extension)}}, {}});
  }
  for (const RuleInfo* rule : AllRules()) {
    entries.push_back({"rule", std::string(rule->id), std::string(rule->title), std::string(rule->condition),
                       std::string(rule->source), {}, {}});
  }
  for (const ErrorCodeInfo& code : kErrorCodes) {
    entries.push_back({"error", CodeText(code.code), std::string(code.phrase), std::string(code.page), "", {}, {}});
  }
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return lower;
}

}  // namespace

std::vector<Entry> Catalogue() {
  std::vector<Entry> entries;
  AddMetrics(entries);
  AddExecutors(entries);
  AddOthers(entries);
  // Shorter names of a rule come first, so that R2 stands before R10.
  std::ranges::sort(entries, {}, [](const Entry& entry) {
    return std::tuple(std::string_view(entry.kind), entry.kind == "rule" ? entry.name.size() : 0,
                      std::string_view(entry.name));
  });
  return entries;
}

spec::Names SpecNames() {
  spec::Names names;
  for (const MetricInfo* metric : AllMetrics()) {
    const bool of_files = (metric->needs & kFileNeeds) != 0;
    (of_files ? names.file_metrics : names.metrics).emplace_back(metric->name);
  }
  for (const ExecutorInfo* executor : AllExecutors()) names.executors.emplace_back(executor->name);
  for (const ArrivalInfo* arrival : AllArrivals()) names.arrivals.emplace_back(arrival->name);
  for (const DatasetInfo* dataset : AllDatasets()) names.datasets.emplace_back(dataset->name);
  return names;
}

std::optional<Entry> FindEntry(std::string_view name, std::string_view kind) {
  const std::string wanted = Lower(name);
  std::vector<Entry> entries = Catalogue();
  for (Entry& entry : entries) {
    if ((kind.empty() || entry.kind == kind) && Lower(entry.name) == wanted) return std::move(entry);
  }
  return std::nullopt;
}

std::string ReferencePage(std::string_view kind) {
  std::string page = "<!-- Generated by `make generate` from the descriptors in the source. Do not edit. -->\n# " +
                     std::string(kind) + "s\n";
  for (const Entry& entry : Catalogue()) {
    if (entry.kind != kind) continue;
    page += "\n## " + entry.name + "\n\n" + entry.title + ".";
    if (!entry.definition.empty()) page += " " + entry.definition;
    page += "\n";
    for (const auto& [name, value] : entry.facts) page += "\n- " + name + ": " + value;
    if (!entry.facts.empty()) page += "\n";
    for (const auto& [name, doc] : entry.options) page += "\n- `" + name + "`: " + doc;
    if (!entry.options.empty()) page += "\n";
    if (!entry.source.empty()) page += "\nSource: " + entry.source + "\n";
  }
  return page;
}

}  // namespace assay::run
