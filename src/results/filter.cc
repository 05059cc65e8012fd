// SPDX-License-Identifier: Apache-2.0
#include "results/filter.h"

#include <algorithm>

#include "results/category.h"
#include "results/comparable.h"
#include "results/plain_text.h"

namespace assay::results {
namespace {

bool Holds(std::string_view text, std::string_view part) {
  return std::ranges::search(text, part, [](char x, char y) { return Lowered(x) == Lowered(y); }).begin() != text.end() ||
         part.empty();
}

bool IsBenchmark(const Row& row, std::string_view wanted) {
  return SameIgnoringCase(wanted, BenchmarkText(row)) || SameIgnoringCase(wanted, round::FamilyOf(BenchmarkText(row))) ||
         SameIgnoringCase(wanted, row.model_stated);
}

template <class T>
bool IsOneOf(const std::vector<T>& wanted, const T& value) {
  return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

bool HasPrecision(const Row& row, const std::vector<NumericType>& acceptable) {
  if (acceptable.empty()) return true;
  std::uint32_t mask = 0;
  for (const NumericType type : acceptable) mask |= 1u << static_cast<unsigned>(type);
  return row.weights.disclosed && (row.weights.types & ~mask) == 0;
}

enum class Axis { kNone, kRound, kBenchmark, kScenario, kDivision, kAvailability, kCategory, kPrecision, kHardware,
                  kSoftware, kSubmitter, kSystem, kAccelerators, kPower };

// The first thing that isn't as asked; cheap ones first, as all rows of all rounds go through here.
Axis FirstMismatch(const Row& row, const Filter& filter) {
  const System& system = *row.system;
  if (!IsOneOf(filter.scenarios, row.scenario)) return Axis::kScenario;
  if (!IsOneOf(filter.divisions, system.division)) return Axis::kDivision;
  if (!IsOneOf(filter.availabilities, system.availability)) return Axis::kAvailability;
  if (filter.power && *filter.power != row.has_power) return Axis::kPower;
  if (filter.category && !(*filter.category == round::Category::kEdge ? system.edge : system.datacenter)) {
    return Axis::kCategory;
  }
  const auto same_round = [&](const std::string& wanted) { return SameIgnoringCase(wanted, system.round); };
  if (!filter.rounds.empty() && std::ranges::none_of(filter.rounds, same_round)) return Axis::kRound;
  const auto is_benchmark = [&](const std::string& wanted) { return IsBenchmark(row, wanted); };
  if (!filter.benchmarks.empty() && std::ranges::none_of(filter.benchmarks, is_benchmark)) return Axis::kBenchmark;
  if (!HasPrecision(row, filter.precision)) return Axis::kPrecision;
  if (filter.accelerators_at_most) {
    const auto& count = system.accelerators;
    const bool none = count.source == AcceleratorCount::Source::kNone;
    if (!none && (!count.total || *count.total > *filter.accelerators_at_most)) return Axis::kAccelerators;
  }
  if (!Holds(system.accelerator, filter.hardware) && !Holds(system.host_processor, filter.hardware)) {
    return Axis::kHardware;
  }
  if (!Holds(system.framework, filter.software) && !Holds(system.operating_system, filter.software)) {
    return Axis::kSoftware;
  }
  if (!Holds(system.submitter, filter.submitter)) return Axis::kSubmitter;
  if (!Holds(system.name, filter.system) && !Holds(system.id, filter.system)) return Axis::kSystem;
  return Axis::kNone;
}

std::string Listed(std::string_view name, std::string_view value, const std::vector<std::string>& wanted) {
  std::string text = std::string(name) + " " + std::string(value) + " isn't among ";
  for (std::size_t i = 0; i < wanted.size(); ++i) text += (i > 0 ? ", " : "") + wanted[i];
  return text;
}

template <class T>
std::vector<std::string> Names(const std::vector<T>& values) {
  std::vector<std::string> names;
  for (const T value : values) {
    if constexpr (std::is_same_v<T, round::Scenario>) names.emplace_back(round::NameOf(value));
    else names.emplace_back(NameOf(value));
  }
  return names;
}

std::string Lacks(std::string_view name, std::string_view value, std::string_view wanted) {
  return std::string(name) + " " + (value.empty() ? "not stated" : "'" + std::string(value) + "'") +
         " doesn't hold '" + std::string(wanted) + "'";
}

}  // namespace

bool Matches(const Row& row, const Filter& filter) { return FirstMismatch(row, filter) == Axis::kNone; }

std::string WhyNot(const Row& row, const Filter& filter) {
  const System& system = *row.system;
  switch (FirstMismatch(row, filter)) {
    case Axis::kNone: return {};
    case Axis::kRound: return Listed("round", system.round, filter.rounds);
    case Axis::kBenchmark: return Listed("benchmark", BenchmarkText(row), filter.benchmarks);
    case Axis::kScenario: return Listed("scenario", round::NameOf(row.scenario), Names(filter.scenarios));
    case Axis::kDivision: return Listed("division", NameOf(system.division), Names(filter.divisions));
    case Axis::kAvailability:
      return Listed("availability", NameOf(system.availability), Names(filter.availabilities));
    case Axis::kCategory:
      return "category " + std::string(CategoryText(system)) + " isn't " + std::string(round::NameOf(*filter.category));
    case Axis::kPrecision: return Listed("precision", NameOf(row.weights), Names(filter.precision));
    case Axis::kHardware: return Lacks("hardware", system.accelerator, filter.hardware);
    case Axis::kSoftware: return Lacks("software", system.framework, filter.software);
    case Axis::kSubmitter: return Lacks("submitter", system.submitter, filter.submitter);
    case Axis::kSystem: return Lacks("system", system.name.empty() ? system.id : system.name, filter.system);
    case Axis::kPower: return row.has_power ? "a power submission" : "no power submission";
    case Axis::kAccelerators:
      return AcceleratorText(system) + ": more than " + std::to_string(*filter.accelerators_at_most) +
             " accelerators, or not known to be fewer";
  }
  return {};
}

}  // namespace assay::results
