// SPDX-License-Identifier: Apache-2.0
#include "results/comparable.h"

#include <algorithm>
#include <utility>

#include "results/category.h"

namespace assay::results {
namespace {

// The rounds on both sides of `round_name` up to the first that the benchmark's numbers may not be compared with.
std::string CompatibleRun(std::string_view benchmark, round::Scenario scenario, std::string_view round_name) {
  const auto rounds = round::AllRounds();
  const auto here = std::ranges::find(rounds, round_name, &round::Round::name);
  if (here == rounds.end()) return std::string(round_name);
  auto first = here;
  while (first != rounds.begin() &&
         round::MayCompare(benchmark, scenario, round_name, std::prev(first)->name).yes) {
    --first;
  }
  auto last = here;
  while (std::next(last) != rounds.end() &&
         round::MayCompare(benchmark, scenario, round_name, std::next(last)->name).yes) {
    ++last;
  }
  if (first == last) return std::string(first->name);
  return std::string(first->name) + "–" + std::string(last->name);
}

std::string ShareText(double share) {
  std::string text = std::to_string(share * 100);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text + " %";
}

std::string OrUnknown(std::string_view text) { return text.empty() ? "not stated" : std::string(text); }

void CompareBenchmark(const Row& a, const Row& b, std::vector<Difference>& found) {
  const std::string_view left = BenchmarkText(a), right = BenchmarkText(b);
  if (left == right) return;
  Difference difference{"benchmark", std::string(left), std::string(right), true,
                        "not comparable: different benchmarks, " + std::string(left) + " and " + std::string(right)};
  const auto gate_a = round::GateOf(left), gate_b = round::GateOf(right);
  if (round::FamilyOf(left) == round::FamilyOf(right) && gate_a && gate_b) {
    difference.reason = "not comparable: the accuracy gates differ, " + ShareText(*gate_a) + " and " +
                        ShareText(*gate_b) + " of the reference";
  }
  found.push_back(std::move(difference));
}

// A break in what the number means says more than that two versions are incompatible, so it has an axis of its own.
bool IsMetricBreak(std::string_view reason) {
  return std::ranges::any_of(round::AllMetricBreaks(),
                             [&](const round::MetricBreak& broken) { return broken.reason == reason; });
}

void CompareVersion(const Row& a, const Row& b, std::vector<Difference>& found) {
  const std::string_view left = a.system->round, right = b.system->round;
  const bool same_task = BenchmarkText(a) == BenchmarkText(b) && a.scenario == b.scenario;
  if (left != right) {
    Difference difference{"version", std::string(left), std::string(right), false,
                          "both versions must be stated: MLPerf Inference " + std::string(left) + " and " +
                              std::string(right)};
    if (same_task) {
      const round::Comparable may = round::MayCompare(BenchmarkText(a), a.scenario, left, right);
      difference.forbids = !may.yes;
      if (!may.yes) difference.reason = "not comparable: " + std::string(may.reason);
      if (!may.yes && IsMetricBreak(may.reason)) difference.axis = "metric";
    }
    const bool forbids = difference.forbids;
    found.push_back(std::move(difference));
    if (forbids) return;
  }
  const std::string_view counts_a = MetricOf(a), counts_b = MetricOf(b);
  if (same_task && !counts_a.empty() && !counts_b.empty() && counts_a != counts_b) {
    found.push_back({"metric", std::string(counts_a), std::string(counts_b), true,
                     "not comparable: metric definition changed: " + std::string(counts_a) + " and " +
                         std::string(counts_b)});
  }
}

void CompareUnit(const Row& a, const Row& b, std::vector<Difference>& found) {
  const std::string left(a.unit_stated.empty() ? round::TextOf(a.unit) : a.unit_stated);
  const std::string right(b.unit_stated.empty() ? round::TextOf(b.unit) : b.unit_stated);
  if (a.unit_state == UnitState::kContradicts || b.unit_state == UnitState::kContradicts) {
    const bool first = a.unit_state == UnitState::kContradicts;
    const Row& bad = first ? a : b;
    found.push_back({"unit", left, right, true,
                     "not comparable: the unit as published, " + (first ? left : right) +
                         ", contradicts the benchmark " + std::string(BenchmarkText(bad)) + " in " +
                         std::string(bad.system->round)});
  } else if (a.unit != b.unit) {
    found.push_back({"unit", left, right, true, "not comparable: different units, " + left + " and " + right});
  }
}

void CompareDivision(const Row& a, const Row& b, std::vector<Difference>& found) {
  const Division left = a.system->division, right = b.system->division;
  if (left != right) {
    std::string reason = "the division of each must be stated";
    if (left == Division::kOpen || right == Division::kOpen) {
      reason += ": \"MLPerf Open\", with each way in which the open entry would not qualify as closed";
    }
    found.push_back({"division", std::string(NameOf(left)), std::string(NameOf(right)), false, reason});
  }
  if (a.other_model || b.other_model) {
    const std::string model_a(a.model_stated), model_b(b.model_stated);
    if (a.other_model != b.other_model || model_a != model_b) {
      found.push_back({"model", model_a, model_b, false,
                       "another model than the benchmark's was run: " + (a.other_model ? model_a : model_b)});
    }
  }
}

void CompareAccuracy(const Row& a, const Row& b, std::vector<Difference>& found) {
  const GateReading left = ReadGates(a), right = ReadGates(b);
  if (left.state == right.state && left.state != GateState::kMissed) return;
  const auto words = [](const GateReading& gate) -> std::string {
    if (gate.state == GateState::kMet) return "meets the gate";
    if (gate.state == GateState::kMissed) return "misses the gate: " + gate.words;
    return "accuracy not known";
  };
  found.push_back({"accuracy", words(left), words(right), false,
                   "the accuracy of both must be stated: they don't stand alike to the benchmark's gate"});
}

// Axes on which any difference is legal and must be said.
void CompareConditions(const Row& a, const Row& b, std::vector<Difference>& found) {
  const auto state = [&](std::string_view axis, std::string left, std::string right, std::string reason) {
    if (left != right) found.push_back({axis, std::move(left), std::move(right), false, std::move(reason)});
  };
  state("submitter", std::string(a.system->submitter), std::string(b.system->submitter), "each submitter must be named");
  state("category", std::string(CategoryText(*a.system)), std::string(CategoryText(*b.system)),
        "the category must be stated");
  state("availability", std::string(NameOf(a.system->availability)), std::string(NameOf(b.system->availability)),
        "the availability must be stated: a preview can still be marked invalid");
  const std::string left = NameOf(a.weights), right = NameOf(b.weights);
  if (!a.weights.disclosed || !b.weights.disclosed) {
    found.push_back({"precision", left, right, false,
                     "a precision isn't disclosed: nothing is assumed of it, full precision least of all"});
  } else {
    state("precision", left, right, "the precision must be stated: lower precision is part of the speed");
  }
  const auto count_a = a.system->accelerators.total, count_b = b.system->accelerators.total;
  const std::string chips_a = AcceleratorText(*a.system), chips_b = AcceleratorText(*b.system);
  state("accelerators", chips_a, chips_b,
        count_a && count_b && *count_a != *count_b
            ? "the number of accelerators must be stated: " + std::to_string(*count_a) + " and " +
                  std::to_string(*count_b)
            : "the accelerators must be stated");
  state("software", OrUnknown(a.system->framework), OrUnknown(b.system->framework), "the software must be stated");
  if (a.inferred.value_or(false) || b.inferred.value_or(false)) {
    const auto words = [](const Row& row) { return row.inferred.value_or(false) ? "inferred" : "measured"; };
    found.push_back({"inferred", words(a), words(b), false,
                     "a result inferred from another scenario's run must be called so"});
  }
}

}  // namespace

std::string_view MetricOf(const Row& row) {
  const round::Round* rules = row.rules();
  const round::Benchmark* benchmark = rules != nullptr ? rules->Find(row.benchmark) : nullptr;
  const round::ScenarioRule* rule = benchmark != nullptr ? benchmark->Find(row.scenario) : nullptr;
  return rule != nullptr ? rule->metric : std::string_view{};
}

std::string AcceleratorText(const System& system) {
  if (system.accelerators.source == AcceleratorCount::Source::kNone) return "no accelerator";
  const std::string name(system.accelerator.empty() ? "accelerator not stated" : system.accelerator);
  if (!system.accelerators.total) return name + ", count not known";
  return std::to_string(*system.accelerators.total) + "x " + name;
}

ComparableKey KeyMaker::Of(const Row& row) {
  const std::string_view benchmark = BenchmarkText(row), in = row.system->round;
  const auto [entry, is_new] = runs_.try_emplace({benchmark, row.scenario, in});
  if (is_new) entry->second = CompatibleRun(benchmark, row.scenario, in);
  return {.benchmark = std::string(benchmark),
          .scenario = row.scenario,
          .division = row.system->division,
          .rounds = entry->second,
          .category = std::string(CategoryText(*row.system)),
          .metric = std::string(MetricOf(row)),
          .unit = row.unit,
          .power = row.has_power,
          .precision = std::string(PrecisionClass(row.weights)),
          .model = row.other_model ? std::string(row.model_stated) : std::string()};
}

ComparableKey KeyOf(const Row& row) { return KeyMaker().Of(row); }

std::string TextOf(const ComparableKey& key) {
  std::string text = key.benchmark;
  if (!key.model.empty()) text += " (ran " + key.model + ")";
  for (const std::string_view part :
       {round::NameOf(key.scenario), NameOf(key.division), std::string_view(key.category),
        std::string_view(key.rounds), round::TextOf(key.unit), std::string_view(key.precision)}) {
    text += " · ";
    text += part;
  }
  if (key.division == Division::kOpen) text += " · never beside closed";
  return key.power ? text + " · with power" : text;
}

std::string DifferenceOf(const ComparableKey& a, const ComparableKey& b) {
  std::string text;
  const auto add = [&](std::string_view name, std::string_view left, std::string_view right) {
    if (left == right) return;
    if (!text.empty()) text += "; ";
    text += std::string(name) + " " + (left.empty() ? "not known" : std::string(left)) + " and " +
            (right.empty() ? "not known" : std::string(right));
  };
  add("benchmark", a.benchmark, b.benchmark);
  add("model", a.model, b.model);
  add("scenario", round::NameOf(a.scenario), round::NameOf(b.scenario));
  add("division", NameOf(a.division), NameOf(b.division));
  add("versions", a.rounds, b.rounds);
  add("category", a.category, b.category);
  add("metric", a.metric, b.metric);
  add("unit", round::TextOf(a.unit), round::TextOf(b.unit));
  add("power", a.power ? "measured" : "not measured", b.power ? "measured" : "not measured");
  add("precision", a.precision, b.precision);
  return text;
}

// What forbids comes first, so that whoever reads one line only reads the one that counts.
std::vector<Difference> DifferencesBetween(const Row& a, const Row& b) {
  std::vector<Difference> found;
  CompareBenchmark(a, b, found);
  if (a.scenario != b.scenario) {
    found.push_back({"scenario", std::string(round::NameOf(a.scenario)), std::string(round::NameOf(b.scenario)), true,
                     "not comparable: different scenarios, " + std::string(round::NameOf(a.scenario)) + " and " +
                         std::string(round::NameOf(b.scenario))});
  }
  CompareVersion(a, b, found);
  CompareUnit(a, b, found);
  if (a.has_power != b.has_power) {
    const auto words = [](const Row& row) { return row.has_power ? "power submission" : "performance submission"; };
    found.push_back({"power", words(a), words(b), true,
                     "not comparable: power and performance submissions are tables of their own"});
  }
  CompareDivision(a, b, found);
  CompareAccuracy(a, b, found);
  CompareConditions(a, b, found);
  std::ranges::stable_partition(found, &Difference::forbids);
  return found;
}

}  // namespace assay::results
