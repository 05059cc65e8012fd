// SPDX-License-Identifier: Apache-2.0
#include "citation/match_field.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "citation/match.h"
#include "citation/match_text.h"

namespace assay::citation {
namespace {

using results::Row;

constexpr std::string_view kSelecting[] = {"unit",         "precision",   "division",       "availability",
                                           "category",     "accelerators", "software",      "host_processor",
                                           "accelerator",  "system",      "model",          "benchmark",
                                           "scenario",     "submitter",   "round",          "result_id"};

Agreement As(bool agrees) { return agrees ? Agreement::kYes : Agreement::kNo; }

Agreement TextAgrees(std::string_view held, std::string_view stated) {
  if (held.empty()) return Agreement::kSilent;
  return As(Squeezed(held) == Squeezed(stated) || HoldsWords(held, stated));
}

Agreement CountAgrees(const results::System& system, std::string_view text) {
  std::int64_t stated = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), stated);
  if (read.ec != std::errc()) return Agreement::kSilent;
  if (system.accelerators.source == results::AcceleratorCount::Source::kNone) return As(stated == 0);
  if (!system.accelerators.total) return Agreement::kSilent;
  return As(*system.accelerators.total == stated);
}

Agreement PrecisionAgrees(const Row& row, std::string_view text) {
  const results::Precision stated = results::ParsePrecision(text);
  if (!row.weights.disclosed || !stated.disclosed) return Agreement::kSilent;
  return As((stated.types & ~(row.weights.types | row.inputs.types)) == 0 &&
            (stated.types & row.weights.types) != 0);
}

Agreement UnitAgrees(const Row& row, std::string_view text) {
  const auto stated = round::ParseUnit(text);
  // A row whose unit contradicts its benchmark can't refute a stated unit.
  if (!stated || row.unit_state == results::UnitState::kContradicts) return Agreement::kSilent;
  const auto is_time = [](round::ResultUnit unit) {
    return unit == round::ResultUnit::kLatencyMs || unit == round::ResultUnit::kLatencyS;
  };
  return As(*stated == row.unit || (is_time(*stated) && is_time(row.unit)));
}

Agreement CategoryAgrees(const results::System& system, std::string_view text) {
  if (!system.datacenter && !system.edge) return Agreement::kSilent;
  const std::string stated = Lower(text);
  const bool datacenter = stated.find("datacenter") != std::string::npos || stated.find("data center") != std::string::npos;
  const bool edge = stated.find("edge") != std::string::npos;
  if (!datacenter && !edge) return Agreement::kSilent;
  return As((!datacenter || system.datacenter) && (!edge || system.edge));
}

// A chip or a system, by any of the names that the row has for it: "GB200 NVL72" is an accelerator and half of a
// directory's name.
Agreement HardwareAgrees(const results::System& system, std::string_view held, std::string_view stated) {
  std::string all;
  for (const std::string_view name : {system.accelerator, system.name, system.id}) all += std::string(name) + " ; ";
  if (HoldsWords(all, stated) || (!held.empty() && Squeezed(held) == Squeezed(stated))) return Agreement::kYes;
  if (stated.starts_with("EMC ") && HoldsWords(all, stated.substr(4))) return Agreement::kYes;  // Dell's brand
  const bool none = system.accelerators.source == results::AcceleratorCount::Source::kNone;
  return held.empty() && !none ? Agreement::kSilent : Agreement::kNo;
}

// Both directions: "Dell Technologies" is the row's "Dell".
Agreement SubmitterAgrees(std::string_view held, std::string_view stated) {
  if (Squeezed(held) == Squeezed(stated) || HoldsWords(held, stated)) return Agreement::kYes;
  return As(HoldsWords(stated, held));
}

}  // namespace

std::span<const std::string_view> SelectingFields() { return kSelecting; }

Agreement FieldMatcher::BenchmarkAgrees(std::string_view text, const Row& row) {
  const round::Round* rules = row.rules();
  if (rules != nullptr) {
    const auto [found, is_new] = named_.try_emplace({rules, text});
    if (is_new) found->second = round::BenchmarksNamed(*rules, text);
    if (std::ranges::find(found->second, row.benchmark) != found->second.end()) {
      return As(!row.benchmark.empty());
    }
    if (!found->second.empty()) return Agreement::kNo;
  }
  const std::string_view held = results::BenchmarkText(row);
  if (held.empty()) return Agreement::kSilent;
  return As(Squeezed(held) == Squeezed(text) || Squeezed(round::FamilyOf(held)) == Squeezed(text));
}

Agreement FieldMatcher::Agrees(std::string_view field, const Row& row) {
  const std::string_view text = stated_.find(field)->second;
  const results::System& system = *row.system;
  if (field == "round") return As(Squeezed(system.round) == Squeezed(text) || Squeezed(system.round) == "v" + Squeezed(text));
  if (field == "scenario") {
    const auto stated = round::ParseScenario(text);
    return stated ? As(*stated == row.scenario) : Agreement::kNo;
  }
  if (field == "submitter") return SubmitterAgrees(system.submitter, text);
  if (field == "benchmark") return BenchmarkAgrees(text, row);
  if (field == "model") {
    if (Squeezed(row.model_stated) == Squeezed(text)) return Agreement::kYes;
    return row.other_model ? TextAgrees(row.model_stated, text) : BenchmarkAgrees(text, row);
  }
  if (field == "result_id") return row.result_id.empty() ? Agreement::kSilent : As(row.result_id == ResultIdOf(text));
  if (field == "division") {
    const auto stated = results::ParseDivision(text);
    return stated ? As(*stated == system.division) : Agreement::kSilent;
  }
  if (field == "availability") {
    const auto stated = results::ParseAvailability(text);
    if (!stated || system.availability == results::Availability::kUnknown) return Agreement::kSilent;
    return As(*stated == system.availability);
  }
  if (field == "category") return CategoryAgrees(system, text);
  if (field == "accelerators") return CountAgrees(system, text);
  if (field == "precision") return PrecisionAgrees(row, text);
  if (field == "unit") return UnitAgrees(row, text);
  if (field == "software") return TextAgrees(system.framework, text);
  if (field == "host_processor") return TextAgrees(system.host_processor, text);
  return HardwareAgrees(system, field == "accelerator" ? system.accelerator : system.name, text);
}

}  // namespace assay::citation
